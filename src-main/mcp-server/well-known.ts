/** `/.well-known/*`: only a plain JSON 404 tells clients that a document is not there; a page would confuse them. */
import { sendJson } from './json-rpc.ts'
import type { Mount } from './site.ts'

export const mountWellKnown: Mount = (app) => {
  app.use('/.well-known', (_request, response) =>
    sendJson(response, 404, { error: 'There is nothing at this address.' }),
  )
}
