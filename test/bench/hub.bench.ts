/**
 * What our hub adds to a call of an external server: one echo of 64 bytes, asked directly and through our hub and
 * mcp-hub, in turns in one run so that the machine's load hits all alike. Figures are medians of the rounds'.
 *
 *     npm run bench -- hub [--rounds N] [--calls N] [--hub-flag=FLAG…]
 *
 * `--hub-flag=--cpu-prof` and the like go to the node that runs our hub.
 */
import { parseArgs } from 'node:util'
import { openRoutes, type Route } from './hub-routes.ts'

const IN_FLIGHT = 16
/** Ours may be this much slower than the program on a pipe and one HTTP hop together. */
const TARGET_OVER_MS = 1
const WARM_UP_CALLS = 400
const text = 'x'.repeat(64)

const { values: wish } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    calls: { type: 'string', default: '200' },
    'hub-flag': { type: 'string', multiple: true, default: [] },
  },
})
const [rounds, calls] = [Number(wish.rounds), Number(wish.calls)]

async function echo({ client, tool }: Route): Promise<void> {
  const { content } = await client.callTool({ name: tool, arguments: { text } })
  const [block] = content
  // A refusal is quick, and no answer.
  if (block?.type !== 'text' || block.text !== text) throw new Error(`no echo: ${JSON.stringify(content)}`)
}

async function timed(route: Route): Promise<number> {
  const started = performance.now()
  await echo(route)
  return performance.now() - started
}

/** Calls a second. */
async function throughput(route: Route, count: number): Promise<number> {
  let left = count
  const started = performance.now()
  const one = async () => {
    while (left-- > 0) await echo(route)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, one))
  return (count / (performance.now() - started)) * 1_000
}

/** The middle one, or the mean of the two in the middle; the nearest value below for other shares than a half. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN]
  return share === 0.5 ? (low + high) / 2 : low
}

interface Round {
  readonly p50: number
  readonly p95: number
  readonly perSecond: number
}

const { close, ...byName } = await openRoutes(wish['hub-flag'])
try {
  const routes = Object.values(byName)
  for (let call = 0; call < WARM_UP_CALLS; call++) for (const route of routes) await echo(route)
  for (const route of routes) await throughput(route, WARM_UP_CALLS)

  const measured = new Map<Route, Round[]>(routes.map((route) => [route, []]))
  for (let round = 0; round < rounds; round++) {
    const times = new Map<Route, number[]>(routes.map((route) => [route, []]))
    for (let call = 0; call < calls; call++) {
      // Who goes first changes, so that nobody always follows the same one's garbage.
      for (let turn = 0; turn < routes.length; turn++) {
        const route = routes[(round + call + turn) % routes.length]
        if (route !== undefined) times.get(route)?.push(await timed(route))
      }
    }
    for (let turn = 0; turn < routes.length; turn++) {
      const route = routes[(round + turn) % routes.length]
      if (route === undefined) continue
      const own = times.get(route) ?? []
      const perSecond = await throughput(route, calls * 2)
      measured.get(route)?.push({ p50: quantile(own, 0.5), p95: quantile(own, 0.95), perSecond })
    }
  }

  const middle = (route: Route, of: (round: Round) => number) => quantile((measured.get(route) ?? []).map(of), 0.5)
  const p50 = (route: Route) => middle(route, (round) => round.p50)
  const perSecond = (route: Route) => middle(route, (round) => round.perSecond)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  for (const route of routes) {
    const p95 = middle(route, (round) => round.p95)
    const figures = `p50 ${p50(route).toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, ${perSecond(route).toFixed(0)} calls/s`
    say(`${route.name.padEnd(20)} ${figures} at ${IN_FLIGHT} in flight`)
  }
  const { inProcess, stdio, http, hub, hubLegacy, mcpHub } = byName
  /** Of the same round: what slows a round slows all of it. */
  const over = quantile(
    (measured.get(hub) ?? []).map(({ p50 }, round) => {
      const of = (route: Route) => measured.get(route)?.[round]?.p50 ?? Number.NaN
      return p50 - of(stdio) - (of(http) - of(inProcess))
    }),
    0.5,
  )
  const ratio = perSecond(hub) / perSecond(mcpHub)
  const verdict = (isMet: boolean) => (isMet ? 'met' : 'NOT met')
  say(`one HTTP hop (direct HTTP less in process): ${(p50(http) - p50(inProcess)).toFixed(2)} ms`)
  say(
    `our hub over direct stdio and one HTTP hop: ${over.toFixed(2)} ms (target ${TARGET_OVER_MS} at most: ${verdict(over <= TARGET_OVER_MS)})`,
  )
  say(`throughput of our hub to mcp-hub's: ${ratio.toFixed(2)} (target 1 at least: ${verdict(ratio >= 1)})`)
  // Clients are in this one process: over HTTP each call costs them more than over the one stream of HTTP+SSE.
  const share = (route: Route) => (perSecond(route) / perSecond(mcpHub)).toFixed(2)
  say(
    `the same by a client of the older era: ${share(hubLegacy)}; of the bare HTTP server, no hub at all: ${share(http)}`,
  )
} finally {
  await close()
}
