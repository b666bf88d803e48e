/**
 * `/.well-known/*`, at the root whatever HTTP_URI_PREFIX is: the documents of the authorization server and of the two
 * resources it protects. Anything else is a plain JSON 404: a page would confuse clients that look for a document.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'
import { allowOrigin, OAUTH_CORS, preflight } from './cross-origin.ts'
import { sendJson } from './json-rpc.ts'
import { authorizationServerMetadata, protectedResourceMetadata } from './oauth/metadata.ts'
import { RESOURCE_PATHS } from './oauth/resources.ts'
import type { Mount, Site } from './site.ts'

type Document = (origin: string) => Record<string, unknown>

/** By what comes after `/.well-known`. */
function documents({ uriPrefix }: Site): ReadonlyMap<string, Document> {
  const server: Document = (origin) => authorizationServerMetadata(origin, uriPrefix)
  const found = new Map<string, Document>([['/mcp-configuration', server]])
  const names = ['/oauth-authorization-server', '/openid-configuration']
  // The issuer has no path; clients that insert the path of the MCP endpoint all the same find the same document.
  const paths = ['', RESOURCE_PATHS.mcp, `${uriPrefix}${RESOURCE_PATHS.mcp}`, `${uriPrefix}${RESOURCE_PATHS.personal}`]
  for (const name of names) for (const path of paths) found.set(`${name}${path}`, server)
  const protectedResource = '/oauth-protected-resource'
  found.set(protectedResource, (origin) => protectedResourceMetadata(origin, uriPrefix, 'mcp'))
  for (const resource of ['mcp', 'personal'] as const) {
    const document: Document = (origin) => protectedResourceMetadata(origin, uriPrefix, resource)
    found.set(`${protectedResource}${uriPrefix}${RESOURCE_PATHS[resource]}`, document)
  }
  return found
}

export const mountWellKnown: Mount = (app: Express, site: Site) => {
  const known = documents(site)
  app.use('/.well-known', (request: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?')
    const document = known.get(path)
    if (document === undefined) return sendJson(response, 404, { error: 'There is nothing at this address.' })
    allowOrigin(request, response, OAUTH_CORS)
    if (request.method === 'OPTIONS') {
      return preflight(request, response, OAUTH_CORS, { methods: 'GET', allow: 'GET, OPTIONS' })
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendJson(response, 405, { error: 'Method not allowed: send GET.' }, { Allow: 'GET, HEAD, OPTIONS' })
    }
    sendJson(response, 200, document(site.originOf(request)))
  })
}
