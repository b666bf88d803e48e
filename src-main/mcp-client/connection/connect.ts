/** Connects to a server of any kind, in whichever era of the protocol it speaks, and says why when it cannot. */
import type { Logger } from '../../log/logger.ts'
import type { Launcher } from '../launch/launcher.ts'
import type { Connect, ConnectHooks, ConnectionEnd, ConnectRequest } from '../model/connection.ts'
import type { ServerEntry, ServerValues } from '../model/server-entry.ts'
import { ServerError, type ServerFault } from '../model/server-status.ts'
import { answerQuestions } from './answer-questions.ts'
import { type ClientSession, openSession } from './client-session.ts'
import { knownEra, verdictOf } from './era-verdict.ts'
import { createExchanges } from './exchanges.ts'
import { closedFault, type FaultSource, insufficientScope, timeoutFault, toServerError } from './faults.ts'
import { endsConnection } from './fetch-faults.ts'
import { firstSession, type WireKind } from './first-session.ts'
import { createHttpFetch, type HttpFetch } from './http-fetch.ts'
import { hearNotices, listenForChanges } from './notices.ts'
import { openConnection } from './open-connection.ts'
import { createOwnAnswers } from './own-answers.ts'
import type { RemoteAuth } from './remote-wire.ts'
import { keptSession, type Sessions, sessionEach } from './sessions.ts'
import { httpWire, pipeWire, type Wire } from './wire.ts'

export interface ConnectOptions {
  readonly launcher: Pick<Launcher, 'launch'>
  /** How a server with `auth: oauth` is logged in to; `http.fetch` goes through its proxy and trusts its certificates. */
  readonly authFor: (entry: ServerEntry, values: ServerValues, http: HttpFetch) => RemoteAuth | null
  readonly log: Logger
  /** For HTTP_PROXY and its like. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now?: () => Date
}

interface OpenSession extends ClientSession {
  readonly wire: Wire
}

export function createConnect(options: ConnectOptions): Connect {
  const { now = () => new Date() } = options
  const log = options.log.child('mcp-client')
  /** By id of the entry: the program ended whether it was asked for its era or not. */
  const endedUnasked = new Set<string>()

  return async ({ entry, values, hooks: told, era, signal }: ConnectRequest) => {
    const { target, settings } = entry
    const { limits } = settings
    const source = faultSource(entry, values)
    const over = new AbortController()
    const hooks = untilOver(told, over.signal)
    const ended = Promise.withResolvers<ConnectionEnd>()
    let http: HttpFetch | undefined
    let sessions: Sessions | null = null
    let stopListening = () => {}
    let lastWire: Wire | null = null
    let auth: RemoteAuth | null = null
    /** Of a session that only showed that there is a server. */
    let firstClosed: Promise<void> | null = null

    let endedBy: ServerFault | null = null
    const end = (fault: ServerFault | null) => {
      if (over.signal.aborted) return
      endedBy = fault
      over.abort(new Error('the connection is over'))
      ended.resolve({ fault })
      stopListening()
      exchanges.close()
      void dispose()
    }
    let disposing: Promise<void> | null = null
    const dispose = () => {
      disposing ??= (async () => {
        await firstClosed
        await sessions?.close()
        await http?.close()
      })()
      return disposing
    }
    const failure = (error: unknown): ServerError => {
      if (over.signal.aborted) return new ServerError(endedBy ?? closedFault(source), { cause: error })
      const fault = lastWire?.pipe?.fault
      const missing = insufficientScope(error)
      // One tool wants more than the login has: the others go on.
      if (missing && auth) return auth.provider.onInsufficientScope(missing)
      const failed = fault ? new ServerError(fault, { cause: error }) : toServerError(error, source)
      if (target.kind !== 'stdio' && endsConnection(failed, error)) end(failed.fault)
      return failed
    }
    const exchanges = createExchanges({
      limits,
      source,
      ownAnswers: createOwnAnswers({ settings, askPerson: hooks.askPerson, name: entry.name }),
      inSession: (run, runId) => {
        if (!sessions) throw new Error('a request before there is a session')
        return sessions.use(run, runId)
      },
      failure,
    })

    async function open(
      kind: WireKind,
      { era, discover }: Pick<Parameters<typeof openSession>[0], 'era' | 'discover'>,
      until: AbortSignal,
      runId?: string,
    ): Promise<OpenSession> {
      const wire = wireOf(kind, runId)
      lastWire = wire
      const session = await openSession({
        transport: wire.transport,
        asks: settings.asks,
        era,
        discover,
        connectMs: limits.connectMs,
        terminate: wire.terminate,
        signal: until,
        prepare(client) {
          client.onerror = (error) => log.debug('transport', { server: entry.slug, error: error.constructor.name })
          hearNotices(client, hooks, exchanges.log)
          answerQuestions(client, settings.asks, exchanges.ask)
        },
      })
      return { ...session, wire }
    }
    function wireOf(kind: WireKind, runId: string | undefined): Wire {
      const onAnswer = hooks.onAnswer
      if (target.kind === 'stdio') {
        // MiroFlow's name for it; a program that is kept hears of each run in the call itself (`mirohub/run`).
        const run: Record<string, string> = runId === undefined ? {} : { TASK_ID: runId }
        const request = { target, env: values.env, run, settings, onLog: hooks.onLog }
        return pipeWire(options.launcher.launch(request), onAnswer)
      }
      http ??= createHttpFetch({
        proxy: settings.proxy,
        caFile: settings.caFile,
        env: options.env,
        connectMs: limits.connectMs,
        streamMs: limits.streamMs,
      })
      auth = target.auth === 'oauth' ? options.authFor(entry, values, http) : null
      return httpWire({ kind: kind === 'sse' ? 'sse' : 'http', entry, values, auth, fetch: http.fetch, onAnswer })
    }

    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(new Error('connectMs')), limits.connectMs)
    const until = AbortSignal.any([signal, deadline.signal])
    try {
      const known = knownEra(era, now().getTime())
      const first = await firstSession({
        kind: target.kind,
        known,
        open: (kind, knownAs) => open(kind, { era: knownAs }, until),
        programEnded: () => lastWire?.pipe?.fault?.code === 'exited',
        signal: until,
        endedUnasked: {
          has: () => endedUnasked.has(entry.id),
          add: () => void endedUnasked.add(entry.id),
        },
      })
      const { session, kind } = first
      endedUnasked.delete(entry.id)
      const reopen = (last: ClientSession, runId?: string) => {
        const waiting = AbortSignal.any([over.signal, AbortSignal.timeout(limits.connectMs)])
        return open(kind, { era: last.era, discover: last.client.getDiscoverResult() }, waiting, runId)
      }
      const stateful = kind === 'sse' || settings.stateful
      sessions = stateful
        ? keptSession(session, reopen, (renewed) => {
            hooks.onListChanged('tools')
            watch(renewed)
          })
        : sessionEach(session, reopen)
      hooks.onEra(
        verdictOf({ era: session.era, transport: kind === 'sse' && target.kind !== 'sse' ? 'sse' : 'own' }, now()),
      )

      function watch(watched: ClientSession): void {
        stopListening()
        stopListening = listenForChanges(watched, hooks)
      }
      if (stateful) watch(session)
      else firstClosed = session.close()
      if (stateful) void session.wire.pipe?.ended.then(end)
      if (kind === 'sse') {
        session.client.onclose = () => end(closedFault(source))
        // It may have been lost before anybody was listening for that.
        if (session.client.transport === undefined) end(closedFault(source))
      }
      return openConnection({
        entry,
        session,
        sessions,
        exchanges,
        failure,
        now,
        pid: () => (stateful ? (session.wire.pipe?.pid ?? null) : null),
        onLog: hooks.onLog,
        ended: ended.promise,
        async close() {
          end(null)
          await dispose()
        },
      })
    } catch (error) {
      const failed = deadline.signal.aborted
        ? new ServerError(withTail(timeoutFault(source, 'connect', limits.connectMs), lastWire), { cause: error })
        : failure(error)
      end(null)
      await dispose()
      signal.throwIfAborted()
      throw failed
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Nothing is told of a connection that is over. */
function untilOver(hooks: ConnectHooks, over: AbortSignal): ConnectHooks {
  const open =
    <Args extends unknown[]>(tell: (...args: Args) => void) =>
    (...args: Args) => {
      if (!over.aborted) tell(...args)
    }
  return {
    ...hooks,
    onListChanged: open(hooks.onListChanged),
    onResourceUpdated: open(hooks.onResourceUpdated),
    onAnswer: open(hooks.onAnswer),
  }
}

/** What the program said is the first thing a person looks for. */
function withTail(fault: ServerFault, wire: Wire | null): ServerFault {
  const tail = wire?.pipe?.stderrTail() ?? []
  return tail.length === 0 ? fault : { ...fault, details: [...fault.details, ...tail] }
}

function faultSource({ name, target }: ServerEntry, values: ServerValues): FaultSource {
  const { env, headers, bearer, clientSecret } = values
  const secrets = [...Object.values(env), ...Object.values(headers), bearer, clientSecret]
  return {
    name,
    origin: target.kind === 'stdio' ? null : (URL.parse(target.url)?.origin ?? null),
    secrets: secrets.filter((secret) => secret !== null),
  }
}
