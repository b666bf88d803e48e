/** Starts an entry as a client would and asks it for its tools: a green light that means "answered just now". */
import { version } from '../../config/version.ts'
import { createLauncher } from '../launch/launcher.ts'
import { ServerError } from '../model/server-status.ts'
import type { Computer, Launch } from './clients.ts'
import type { ChildFault, EntryFinding } from './entry-finding.ts'

/** What the check calls itself, so that lists of real clients can leave it out. */
export const CHECK_NAME = 'mirohub-check'

/** A hub of its own may have to open the data first. */
const DEADLINE_MS = 60_000

export interface EntryCheckOptions {
  readonly launch: Launch
  readonly computer: Computer
  readonly deadlineMs?: number
}

/** Never rejects; whatever was started is gone, with its children, when this resolves. */
export async function checkEntry({
  launch,
  computer,
  deadlineMs = DEADLINE_MS,
}: EntryCheckOptions): Promise<EntryFinding> {
  const { Client } = await import('@modelcontextprotocol/client')
  // Our entry names its program by its full path, so no shell has to be asked where programs are.
  const launcher = createLauncher({ ...computer, dataDir: null, loginPath: async () => null })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  const transport = launcher.launch({
    target: {
      kind: 'stdio',
      command: launch.command,
      args: launch.args,
      cwd: null,
      envNames: Object.keys(launch.env),
      encoding: 'utf-8',
      encodingErrors: 'strict',
    },
    env: launch.env,
    // A client may be less patient with it than we are with other people's servers.
    onLog({ from, text }) {
      if (from === 'stdout') failed.reject(new ChildError({ code: 'noise', line: text.slice(0, 80) }))
    },
  })
  void transport.ended.then(() => {
    const { exit } = transport
    if (exit) failed.reject(new ChildError({ code: 'ended', exitStatus: exit.status, signal: exit.signal }))
  })
  const client = new Client({ name: CHECK_NAME, version })
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), deadlineMs)
  const timedOut = new Promise<never>((_resolve, reject) => {
    deadline.signal.addEventListener('abort', () => reject(new Error('deadline')))
  })
  const options = { timeout: deadlineMs, signal: deadline.signal }
  const orChild = <T>(answer: Promise<T>): Promise<T> => Promise.race([answer, failed.promise, timedOut])
  let greeted = false
  try {
    await orChild(client.connect(transport, options))
    greeted = true
    const { tools } = await orChild(client.listTools({}, options))
    return { code: 'listed', tools: tools.length }
  } catch (error) {
    const said = transport.stderrTail().at(-1) ?? ''
    const child = (fault: ChildFault): EntryFinding => ({ code: 'child', fault, command: launch.command, said })
    if (deadline.signal.aborted) return { code: 'late', greeted, seconds: Math.round(deadlineMs / 1000), said }
    if (error instanceof ChildError) return child(error.fault)
    if (error instanceof ServerError && transport.exit === null) return child(notStarted(error))
    return { code: 'refused', greeted, reason: error instanceof Error ? error.message : String(error), said }
  } finally {
    clearTimeout(timer)
    await transport.close()
    await launcher.close()
    await client.close().catch(() => {})
  }
}

class ChildError extends Error {
  override readonly name = 'ChildError'
  readonly code: ChildFault['code']
  readonly fault: ChildFault

  constructor(fault: ChildFault) {
    super(fault.code)
    this.code = fault.code
    this.fault = fault
  }
}

/** In the words of the system, as entry-finding.ts tells them. */
function notStarted({ code, fault }: ServerError): ChildFault {
  if (code === 'command_missing') return { code: 'not-started', reason: 'ENOENT' }
  if (code === 'command_not_executable') return { code: 'not-started', reason: 'EACCES' }
  return { code: 'not-started', reason: fault.message.en }
}
