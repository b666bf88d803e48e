// The tools that every well-spoken fake stdio server has: they behave, are slow, fail, crash or flood, as they are asked.
import { setTimeout as sleep } from 'node:timers/promises'
import { RpcError } from './stdio-rpc.mjs'

const text = (value) => ({ content: [{ type: 'text', text: value }] })
const object = (properties = {}, required = []) => ({ type: 'object', properties, required })
const number = { type: 'number' }

/** A picture of one pixel. */
export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const tools = {
  echo: {
    description: 'Gives the text back.',
    inputSchema: object({ text: { type: 'string' } }, ['text']),
    run: ({ text: said }) => text(said),
  },
  add: {
    description: 'Adds two numbers.',
    inputSchema: object({ a: number, b: number }, ['a', 'b']),
    outputSchema: object({ sum: number }, ['sum']),
    annotations: { readOnlyHint: true },
    run: ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
  },
  env: {
    description: 'Gives its environment and working directory.',
    inputSchema: object(),
    run: () => text(JSON.stringify({ env: process.env, cwd: process.cwd(), argv: process.argv, pid: process.pid })),
  },
  slow: {
    description: 'Takes `steps` times `stepMs`, telling its progress.',
    inputSchema: object({ steps: number, stepMs: number }),
    async run({ steps = 5, stepMs = 100 }, { progress, signal }) {
      for (let step = 1; step <= steps; step++) {
        await sleep(stepMs, undefined, { signal }).catch(() => {})
        if (signal.aborted) {
          process.stderr.write('slow: cancelled\n')
          return text('cancelled')
        }
        progress(step, steps, `step ${step}`)
      }
      return text(`done in ${steps}`)
    },
  },
  hang: { description: 'Never answers.', inputSchema: object(), run: () => new Promise(() => {}) },
  fail: {
    description: 'Answers with isError.',
    inputSchema: object(),
    run: () => ({ ...text('it went wrong'), isError: true }),
  },
  refuse: {
    description: 'Answers with a JSON-RPC error.',
    inputSchema: object(),
    run: () => {
      throw new RpcError(-32603, 'refused')
    },
  },
  crash: {
    description: 'Ends the server in the middle of the call.',
    inputSchema: object(),
    run: () => {
      process.stderr.write('about to crash\n')
      process.exit(70)
    },
  },
  big: {
    description: 'Answers with so many megabytes of text.',
    inputSchema: object({ megabytes: number }),
    run: ({ megabytes = 100 }) => text('x'.repeat(megabytes * 1024 * 1024)),
  },
  every_content: {
    description: 'Answers with content of every type.',
    inputSchema: object(),
    run: () => ({
      content: [
        { type: 'text', text: 'words' },
        { type: 'image', data: pixel, mimeType: 'image/png' },
        { type: 'audio', data: 'UklGRgAAAABXQVZF', mimeType: 'audio/wav' },
        { type: 'resource', resource: { uri: 'fake://note', mimeType: 'text/plain', text: 'a note' } },
        { type: 'resource_link', uri: 'fake://far', name: 'far' },
      ],
      structuredContent: { all: true },
    }),
  },
}

const definition = ([name, { run: _run, ...rest }]) => ({ name, ...rest })

/** Handlers of tools/list and tools/call; `more` are further tools, in the same form. */
export function toolHandlers(more = {}) {
  const all = { ...tools, ...more }
  return {
    'tools/list': () => ({ tools: Object.entries(all).map(definition) }),
    'tools/call': ({ name, arguments: args = {}, ...params }, request) => {
      const tool = Object.hasOwn(all, name) ? all[name] : undefined
      if (tool === undefined) throw new RpcError(-32602, `Unknown tool: ${name}`)
      return tool.run(args, request, params)
    },
  }
}
