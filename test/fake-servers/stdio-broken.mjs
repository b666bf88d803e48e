// A program whose streams are what its first argument says: no MCP server, or one that breaks the framing. See README.md.
import { spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { notePids, serve, write } from './stdio-rpc.mjs'
import { toolHandlers } from './stdio-tools.mjs'

const [mode, given] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
notePids(process.pid)
const { stdout } = process
const forever = () => setInterval(() => {}, 1000)

/** Writes as fast as the reader takes it, `times` times, without holding more than a piece in memory. */
function flood(piece, times, done = () => {}) {
  let left = times
  const more = () => {
    while (left > 0) {
      left -= 1
      if (!stdout.write(piece)) {
        stdout.once('drain', more)
        return
      }
    }
    done()
  }
  more()
}

const modes = {
  /** Ends with status 1 at once, and says why. */
  exits: () => {
    process.stderr.write('warming up\nno key: set API_KEY\n')
    process.exit(1)
  },
  /** Says nothing and ends well. */
  leaves: () => process.exit(0),
  /** Ends by a signal. */
  killed: () => process.kill(process.pid, 'SIGKILL'),
  /** Lines without end that are no JSON. */
  noise: () => flood('tick\n'.repeat(1000), Number.POSITIVE_INFINITY),
  /** So many megabytes (1024) without a line feed. */
  'no-newline': () => flood(Buffer.alloc(1024 * 1024, 120), Number(given ?? 1024), forever),
  /** Speaks, and answers a call of `flood` with so many megabytes in one line. */
  'long-answer': () =>
    serve({
      handlers: toolHandlers({
        flood: {
          description: 'Never ends its line.',
          inputSchema: { type: 'object' },
          run: () => new Promise((resolve) => flood(Buffer.alloc(1024 * 1024, 120), Number(given ?? 1024), resolve)),
        },
      }),
    }),
  /** A line with half a character before each answer. */
  'half-utf8': () => {
    const { 'tools/list': list, ...rest } = toolHandlers()
    stdout.write(Buffer.from([0xe2, 0x82, 0x0a]))
    serve({
      handlers: {
        ...rest,
        'tools/list': () => {
          stdout.write(Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xf0, 0x9f]), Buffer.from('"}\n')]))
          return list()
        },
      },
    })
  },
  /** Everything that is JSON and no message, or a message that nobody asked for, before each answer of a list. */
  oddities: () => {
    const { 'tools/list': list, ...rest } = toolHandlers()
    serve({
      handlers: {
        ...rest,
        'tools/list': () => {
          for (const line of [
            'null',
            '[]',
            '[1,2]',
            '"text"',
            '{}',
            '{"jsonrpc":"1.0","id":1,"result":{}}',
            '{"jsonrpc":"2.0","id":999999,"result":{}}',
            '{"jsonrpc":"2.0","id":"not-asked","error":{"code":-1,"message":"?"}}',
            '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
            '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"both"}}',
            '{"jsonrpc":"2.0","method":7}',
            '{"jsonrpc":"2.0","method":"notifications/made/up"}',
            '[{"jsonrpc":"2.0","method":"notifications/a"},{"jsonrpc":"2.0","method":"notifications/b"}]',
            '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"\\ud800 \\u0000"}}',
            '\u0000\u0001',
            '{"jsonrpc":"2.0","id":1,"result":{"__proto__":{"polluted":true}}',
          ]) {
            stdout.write(`${line}\n`)
          }
          return list()
        },
      },
    })
  },
  /** Closes its stdout after the handshake, and lives on. */
  'closes-stdout': () => {
    serve({ handlers: toolHandlers(), onEnd: () => process.exit(0) })
    setTimeout(() => closeSync(1), Number(given ?? 300))
    forever()
  },
  /** Takes nothing from its stdin. */
  'reads-nothing': forever,
  /** A child that left its group and holds nothing of it, then MCP. */
  'double-fork': () => {
    const child = spawn(process.execPath, ['-e', "process.on('SIGTERM',()=>{});setInterval(()=>{},1000)"], {
      detached: true,
      stdio: 'ignore',
    })
    child.unref()
    notePids(child.pid)
    serve({ handlers: toolHandlers() })
  },
  /** Says hello over and over: the same answer many times. */
  'answers-twice': () => {
    serve({
      handlers: {
        ...toolHandlers(),
        'tools/list': (_params, { id }) => {
          const result = { tools: [] }
          write({ jsonrpc: '2.0', id, result })
          return result
        },
      },
    })
  },
}

const chosen = Object.hasOwn(modes, mode ?? '') ? modes[mode] : null
if (chosen === null) {
  process.stderr.write(`no such mode: ${mode}; one of ${Object.keys(modes).join(', ')}\n`)
  process.exit(2)
}
chosen()
