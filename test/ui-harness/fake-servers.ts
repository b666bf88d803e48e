/**
 * External servers that exist only in the harness page. Besides `state` the address may say
 * `&servers=none|few|many` `&act=fail` (whatever is asked of a server fails) `&propose=hostile|bad` `&files=broken`.
 */
import { AsyncIteratorClass } from '@orpc/client'
import type { LogLineView, ServerDetail, ServerRow, ToolGroupView } from '../../src-main/api/contract/servers.ts'
import type { Client } from '../../src-renderer/rpc/client.ts'
import { answer, asked, failure, isEmpty, wait } from './fake-answer.ts'
import { emit } from './fake-events.ts'
import { companions, foundClients, proposals } from './fake-proposals.ts'
import { ago, idOf, say, server, serversOfAda, summaryOf, tool } from './fake-server-data.ts'
import { runOf } from './fake-server-run.ts'

let servers = serversOfAda()
const proposed = new Map<string, ReturnType<typeof proposals>[number]>()
let nextId = 900

let groups: ToolGroupView[] =
  isEmpty || asked('servers') === 'none'
    ? []
    : [
        {
          name: say('Files', '文件'),
          description: say('Reading and writing of documents.', '读写文档。'),
          active: true,
          byAgent: false,
          members: ['filesystem__read_file', 'filesystem__write_file', 'filesystem__list_file'],
        },
        {
          name: say('On the web', '上网'),
          description: '',
          active: false,
          byAgent: true,
          members: ['playwright__browser_navigate', 'playwright__read_file', 'gone__old_tool'],
        },
      ]
let blocks: { agent: string; serverId: string; tool: string }[] = []

function rowOf(detail: ServerDetail): ServerRow {
  const { id, slug, name, transport, summary, origin, enabled, state, since, lastAnswerAt, retryAt, fault } = detail
  const { stale, tools, toReview, shared } = detail
  return {
    ...{ id, slug, name, transport, summary, origin, enabled, state, since, lastAnswerAt, retryAt, fault },
    ...{ stale, tools, toReview, shared },
  }
}

function get(id: string): ServerDetail {
  const found = servers.find((one) => one.id === id)
  if (!found) throw failure(say('There is no such server.', '没有这个服务器。'), '', 'unknown_server')
  return found
}

/** Counts follow from the tools, sharing from the settings. */
function change(id: string, patch: Partial<ServerDetail>): ServerDetail {
  servers = servers.map((one) => {
    if (one.id !== id) return one
    const next = { ...one, ...patch }
    const on = next.toolList.filter((each) => each.enabled && each.trust === 'approved').length
    const toReview = next.toolList.filter((each) => each.trust !== 'approved').length
    return { ...next, shared: next.settings.shared, tools: { on, total: next.toolList.length }, toReview }
  })
  emit('servers-changed')
  return get(id)
}

async function acting(): Promise<void> {
  await wait(300)
  if (asked('act') === 'fail') {
    throw failure(
      say('The database did not answer.', '数据库没有应答。'),
      say('Try again in a moment.', '请稍后再试。'),
      'db-busy',
    )
  }
}

function start(id: string): ServerDetail {
  if (get(id).review) return get(id)
  const begun = change(id, { enabled: true, state: 'starting', since: ago(0), fault: null, retryAt: null })
  setTimeout(() => {
    if (get(id).state === 'starting') {
      const listed = get(id).toolList.length > 0 ? get(id).toolList : [tool(begun.slug, 'search', 'Searches it.')]
      change(id, {
        state: 'ready',
        since: ago(0),
        lastAnswerAt: ago(0),
        listedAt: ago(0),
        stale: false,
        toolList: listed,
      })
    }
  }, 1_200)
  return begun
}

const stop = (id: string) => change(id, { enabled: false, state: 'stopped', since: ago(0), pid: null, fault: null })

export const fakeServers: Client['servers'] = {
  pendingLink: async () => ({ link: null }),
  list: () =>
    answer(() => ({
      servers: servers.map(rowOf),
      fileProblems:
        asked('files') === 'broken'
          ? [
              {
                file: '/home/ada/.local/share/mirohub/servers/lab.yaml',
                problem: say('Line 4: “command” stands twice.', '第 4 行：“command”出现了两次。'),
              },
            ]
          : [],
    })),
  get: ({ id }) => answer(() => get(id)),
  find: () => answer(foundClients),
  propose: async (source) => {
    await wait(250)
    const list = proposals(source)
    for (const one of list) proposed.set(one.key, one)
    return list
  },
  add: async ({ key, approve }) => {
    await acting()
    const one = proposed.get(key)
    if (!one)
      throw failure(say('This was read too long ago.', '读取的时间太久了。'), say('Read it again.', '请重新读取。'))
    const made = server(nextId++, one.name.toLowerCase(), one.name, one.review.target, {
      origin: one.origin,
      enabled: false,
      state: approve ? 'stopped' : 'needs-approval',
      review: approve ? null : one.review,
      lastAnswerAt: null,
      listedAt: null,
      pid: null,
    })
    servers = [...servers, made]
    emit('servers-changed')
    if (approve) start(made.id)
    return { id: made.id }
  },
  approve: async ({ id }) => {
    await acting()
    change(id, { review: null })
    return start(id)
  },
  approveTools: async ({ id, tools }) => {
    await acting()
    const names = new Set(tools.map((one) => one.name))
    return change(id, {
      toolList: get(id).toolList.map((one) =>
        names.has(one.name) ? { ...one, trust: 'approved', enabled: true, approved: null } : one,
      ),
    })
  },
  update: async ({ id, draft, settings }) => {
    await acting()
    const now = get(id)
    const patch: Partial<ServerDetail> = settings ? { settings: { ...now.settings, ...settings } } : {}
    if (!draft) return change(id, patch)
    const [read] = proposals({ kind: 'form', draft })
    if (!read || JSON.stringify(read.review.target) === JSON.stringify(now.target)) {
      return change(id, { ...patch, name: draft.name })
    }
    const { target } = read.review
    return change(id, {
      ...patch,
      ...{ name: draft.name, target, transport: target.kind, summary: summaryOf(target), state: 'needs-approval' },
      review: { ...read.review, before: now.target },
    })
  },
  setValues: async ({ id }) => {
    await acting()
    return get(id)
  },
  duplicate: async ({ id }) => {
    await acting()
    const from = get(id)
    const made = { ...from, id: idOf(nextId++), name: `${from.name} 2`, slug: `${from.slug}-2`, enabled: false }
    servers = [
      ...servers,
      {
        ...made,
        state: 'needs-approval',
        review: { fingerprint: 'f', target: from.target, before: null, warnings: [] },
      },
    ]
    emit('servers-changed')
    return { id: made.id }
  },
  remove: async ({ ids }) => {
    await acting()
    const before = servers.length
    servers = servers.filter((one) => !ids.includes(one.id))
    emit('servers-changed')
    return { removed: before - servers.length }
  },
  export: async ({ ids }) => {
    await acting()
    const entries = Object.fromEntries(ids.map((id) => [get(id).slug, { command: get(id).summary }]))
    return { fileName: 'mirohub-servers.json', text: `${JSON.stringify({ mcpServers: entries }, null, 2)}\n` }
  },
  setEnabled: async ({ ids, enabled }) => {
    await acting()
    for (const id of ids)
      if (enabled) start(id)
      else stop(id)
    return { changed: ids.length }
  },
  start: async ({ id }) => {
    await acting()
    return start(id)
  },
  stop: async ({ id }) => {
    await acting()
    return stop(id)
  },
  restart: async ({ id }) => {
    await acting()
    return start(id)
  },
  refresh: async ({ id }) => {
    await acting()
    return change(id, { lastAnswerAt: ago(0), listedAt: ago(0), stale: false })
  },
  move: async ({ ids }) => {
    servers = [...servers].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    emit('servers-changed')
  },
  setTools: async ({ id, tools, ...patch }) => {
    await acting()
    const toolList = get(id).toolList.map((one) => (tools && !tools.includes(one.name) ? one : { ...one, ...patch }))
    return change(id, { toolList })
  },
  run: async ({ tool: name }) => stream(runOf(name)),
  resources: () =>
    answer(() => [
      {
        uri: 'file:///home/ada/Documents/plan.md',
        name: 'plan.md',
        description: 'The plan.',
        mimeType: 'text/markdown',
        isTemplate: false,
      },
      {
        uri: 'file:///home/ada/Pictures/eye.png',
        name: 'eye.png',
        description: null,
        mimeType: 'image/png',
        isTemplate: false,
      },
      { uri: 'file:///{path}', name: 'Any file', description: 'By its path.', mimeType: null, isTemplate: true },
    ]),
  readResource: ({ uri }) =>
    answer(() => ({ contents: [{ uri, mimeType: 'text/markdown', text: '# Plan\n\nWalk more.', blob: null }] })),
  prompts: () =>
    answer(() => [
      {
        name: 'summarise',
        description: 'Summarises a document.',
        arguments: [{ name: 'path', description: 'Which one.', required: true }],
      },
    ]),
  getPrompt: ({ args }) =>
    answer(() => ({
      description: 'Summarises a document.',
      messages: [{ role: 'user', content: { type: 'text', text: `Summarise ${args.path ?? ''}.` } }],
    })),
  logs: async () => stream(logsOf()),
  login: async ({ id }) => {
    await wait(300)
    const url = 'https://login.example.org/authorize?client_id=mirohub&state=4f1c'
    const { login } = get(id)
    change(id, {
      login: {
        issuer: 'https://login.example.org',
        scopes: [],
        expiresAt: null,
        fault: null,
        ...login,
        state: 'running',
        url,
      },
    })
    return { url }
  },
  cancelLogin: async ({ id }) => {
    const { login } = get(id)
    if (login) change(id, { login: { ...login, state: 'none', url: null } })
  },
  logout: async ({ id }) => {
    const { login } = get(id)
    return change(id, { state: 'needs-login', login: login && { ...login, state: 'none', expiresAt: null } })
  },
  companions: () => answer(companions),
  groups: {
    list: () => answer(() => groups),
    save: async (group) => {
      await acting()
      const isKnown = groups.some((one) => one.name === group.name)
      groups = isKnown ? groups.map((one) => (one.name === group.name ? group : one)) : [...groups, group]
      return groups
    },
    remove: async ({ name }) => {
      await acting()
      groups = groups.filter((one) => one.name !== name)
      return groups
    },
  },
  blocks: {
    list: () => answer(() => blocks),
    set: async ({ blocked, ...one }) => {
      blocks = blocks.filter(
        (each) => each.agent !== one.agent || each.serverId !== one.serverId || each.tool !== one.tool,
      )
      if (blocked) blocks = [...blocks, one]
    },
  },
}

async function* logsOf(): AsyncGenerator<LogLineView[], void, void> {
  const line = (index: number): LogLineView => ({
    at: ago(0),
    from: (['hub', 'stderr', 'server', 'stdout'] as const)[index % 4] ?? 'hub',
    level: (['info', 'debug', 'warn', 'error'] as const)[index % 7 === 6 ? 3 : index % 3] ?? 'info',
    text: `line ${index}: read /home/ada/Documents/plan.md in ${(index * 37) % 90} ms`,
  })
  yield Array.from({ length: asked('logs') === 'many' ? 2_000 : 40 }, (_, index) => line(index))
  for (let index = 40; ; index++) {
    await wait(2_000)
    yield [line(index)]
  }
}

/** A stream as the real client gives it. */
function stream<T>(source: AsyncGenerator<T, void, void>): AsyncIteratorClass<T, unknown, void> {
  return new AsyncIteratorClass<T, unknown, void>(
    () => source.next(),
    async () => {
      await source.return()
    },
  )
}
