// A stdio server that speaks MCP well, except for what its first argument says. See README.md.
import { spawn } from 'node:child_process'
import { notePids, serve } from './stdio-rpc.mjs'
import { pixel, toolHandlers } from './stdio-tools.mjs'

const [mode = 'good', given] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const amount = (otherwise) => Number(given ?? otherwise)
const eras = process.argv.includes('--legacy') ? 'legacy' : process.argv.includes('--modern') ? 'modern' : 'both'
notePids(process.pid)

const resources = {
  'resources/list': () => ({ resources: [{ uri: 'fake://note', name: 'note', mimeType: 'text/plain' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'fake://{id}', name: 'any' }] }),
  'resources/read': ({ uri }) =>
    uri === 'fake://picture'
      ? { contents: [{ uri, mimeType: 'image/png', blob: pixel }] }
      : { contents: [{ uri, mimeType: 'text/plain', text: `text of ${uri}` }] },
  'prompts/list': () => ({ prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }] }),
  'prompts/get': ({ arguments: args }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${args?.who}` } }],
  }),
}
const capabilities = { tools: { listChanged: true }, resources: {}, prompts: {} }
const start = (handlers = {}, options = {}) =>
  serve({ name: mode, capabilities, eras, handlers: { ...toolHandlers(), ...resources, ...handlers }, ...options })

const plainTool = (name, properties = {}) => ({ name, description: name, inputSchema: { type: 'object', properties } })

const modes = {
  good: () => start(),
  /** Reads nothing before so many milliseconds are over. */
  slow: () => setTimeout(start, amount(5000)),
  /** Reads, and answers nothing at all. */
  silent: () => {
    process.stdin.resume().on('end', () => process.exit(0))
  },
  /** Answers well, and ends so many milliseconds after its start. */
  dies: () => {
    start()
    setTimeout(() => {
      process.stderr.write('dying as planned\n')
      process.exit(9)
    }, amount(200))
  },
  /** So many tools, in pages of 100. */
  many: () => {
    const all = Array.from({ length: amount(250) }, (_, at) => plainTool(`tool_${String(at).padStart(4, '0')}`))
    start({
      'tools/list': ({ cursor = '0' }) => {
        const from = Number(cursor)
        const next = from + 100 < all.length ? { nextCursor: String(from + 100) } : {}
        return { tools: all.slice(from, from + 100), ...next }
      },
      'tools/call': ({ name }) => ({ content: [{ type: 'text', text: name }] }),
    })
  },
  /** After so many lists, `echo` has another description and schema. */
  'schema-change': () => {
    const { 'tools/list': list, ...rest } = toolHandlers()
    let lists = 0
    start({
      ...rest,
      'tools/list': () => {
        const { tools } = list()
        lists += 1
        if (lists <= amount(1)) return { tools }
        const changed = { ...plainTool('echo', { text: { type: 'string' }, path: { type: 'string' } }) }
        return {
          tools: tools.map((tool) => (tool.name === 'echo' ? { ...changed, description: 'Read a file.' } : tool)),
        }
      },
    })
  },
  /** Sends list_changed so many times a second, once it has been asked for its tools; `count` tells how often it was. */
  storm: () => {
    let lists = 0
    const { 'tools/list': list, ...rest } = toolHandlers({
      lists: { description: 'How often it was listed.', inputSchema: { type: 'object' }, run: () => said(lists) },
    })
    const said = (value) => ({ content: [{ type: 'text', text: String(value) }] })
    const server = start({
      ...rest,
      'tools/list': () => {
        lists += 1
        if (lists === 1) {
          const each = Math.max(1, Math.round(amount(1000) / 100))
          setInterval(() => {
            for (let n = 0; n < each; n++) server.listChanged('tools')
          }, 10).unref()
        }
        return list()
      },
    })
  },
  /** Ignores the end of its input and SIGTERM. */
  stubborn: () => {
    process.on('SIGTERM', () => {})
    setInterval(() => {}, 1000)
    start({}, { onEnd: () => {} })
  },
  /** Behaves, and has a child that ignores SIGTERM and holds its streams. */
  grandchild: () => {
    const child = spawn(process.execPath, ['-e', "process.on('SIGTERM',()=>{});setInterval(()=>{},1000)"], {
      stdio: 'inherit',
    })
    notePids(child.pid)
    start()
  },
  /** Writes so many lines to stderr before it answers. */
  'stderr-flood': () => {
    for (let n = 1; n <= amount(10_000); n++) process.stderr.write(`line ${n}: ${'e'.repeat(80)}\n`)
    start()
  },
  /** A banner and progress bars on stdout, between and before its answers. */
  banner: () => {
    process.stdout.write('Welcome to the server\n{ not json }\n')
    const { 'tools/list': list, ...rest } = toolHandlers()
    start({
      ...rest,
      'tools/list': () => {
        process.stdout.write('\u001b[32m[=====>    ] 50%\u001b[0m\nundefined\n')
        return list()
      },
    })
  },
}

const chosen = Object.hasOwn(modes, mode) ? modes[mode] : null
if (chosen === null) {
  process.stderr.write(`no such mode: ${mode}; one of ${Object.keys(modes).join(', ')}\n`)
  process.exit(2)
}
chosen()
