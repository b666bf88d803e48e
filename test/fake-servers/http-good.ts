/** A remote server with tools that behave, are slow, ask, log or flood, as they are told. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Handler,
  type HttpServer,
  type HttpServerOptions,
  type Json,
  RpcError,
  type RpcRequest,
  startHttpServer,
} from './http-rpc.ts'

const text = (value: string): Json => ({ content: [{ type: 'text', text: value }] })
const object = (properties: Json = {}) => ({ type: 'object', properties })

type Tool = { readonly inputSchema: Json; readonly run: (args: Json, request: RpcRequest) => Json | Promise<Json> }

const form = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Your name?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
}

export const httpTools: Readonly<Record<string, Tool>> = {
  echo: { inputSchema: object({ text: { type: 'string' } }), run: ({ text: said }) => text(String(said)) },
  headers: { inputSchema: object(), run: (_args, { headers }) => text(JSON.stringify(headers)) },
  meta: { inputSchema: object(), run: (_args, { params }) => text(JSON.stringify(params._meta)) },
  slow: {
    inputSchema: object({ steps: { type: 'number' }, stepMs: { type: 'number' } }),
    async run({ steps, stepMs }, { progress, signal }) {
      for (let step = 1; step <= Number(steps) && !signal.aborted; step += 1) {
        await sleep(Number(stepMs), undefined, { signal }).catch(() => {})
        progress(step, Number(steps), `step ${step}`)
      }
      return text('done')
    },
  },
  hang: {
    inputSchema: object(),
    run: (_args, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(text('cancelled')))),
  },
  logs: {
    inputSchema: object(),
    run(_args, { notify }) {
      notify('notifications/message', { level: 'info', logger: 'fake', data: 'working on it' })
      return text('logged')
    },
  },
  /** Asks for a name: within the call in the older era, by its result in the newer. */
  ask: {
    inputSchema: object(),
    async run(_args, { modern, ask, params }) {
      const given = modern
        ? (params.inputResponses as Json | undefined)?.who
        : (await ask(form.method, form.params)).result
      if (given !== undefined) {
        const { action, content } = given as { action: string; content?: { name?: string } }
        return text(`${action} ${content?.name ?? ''} ${String(params.requestState ?? '')}`.trim())
      }
      return { resultType: 'input_required', inputRequests: { who: form }, requestState: 'state-of-the-server' }
    },
  },
  fail: { inputSchema: object(), run: () => ({ ...text('it went wrong'), isError: true }) },
}

export const goodHandlers: Readonly<Record<string, Handler>> = {
  'tools/list': () => ({
    tools: Object.entries(httpTools).map(([name, { inputSchema }]) => ({ name, description: name, inputSchema })),
  }),
  'tools/call': (request) => {
    const { name, arguments: args } = request.params
    const tool = typeof name === 'string' && Object.hasOwn(httpTools, name) ? httpTools[name] : undefined
    if (!tool) throw new RpcError(-32602, `Unknown tool: ${String(name)}`)
    return tool.run((args ?? {}) as Json, request)
  },
  'resources/list': () => ({ resources: [{ uri: 'fake://note', name: 'note' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'fake://{id}', name: 'any' }] }),
  'resources/read': ({ params }) => ({ contents: [{ uri: params.uri, text: `text of ${String(params.uri)}` }] }),
  'prompts/list': () => ({ prompts: [{ name: 'greet', arguments: [{ name: 'who' }] }] }),
  'prompts/get': ({ params }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${String((params.arguments as Json)?.who)}` } }],
  }),
}

export function startGoodHttpServer(options: Partial<HttpServerOptions> = {}): Promise<HttpServer> {
  return startHttpServer({
    capabilities: { tools: { listChanged: true }, resources: {}, prompts: {}, logging: {} },
    ...options,
    handlers: { ...goodHandlers, ...options.handlers },
  })
}
