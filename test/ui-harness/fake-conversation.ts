/** What the made-up hub says of a conversation besides its messages: choices, files, notes, approvals, exports. */
import type { Client } from '../../src-renderer/rpc/client.ts'
import { answer, asked, failure, wait, wordsLanguage } from './fake-answer.ts'
import { conversations } from './fake-chat.ts'
import { emit } from './fake-events.ts'

const zh = wordsLanguage === 'zh'
const say = (en: string, chinese: string) => (zh ? chinese : en)

let notes = [
  {
    path: '/memories/profile.md',
    text: say(
      'Runs three times a week. Takes levothyroxine 50 µg in the morning.',
      '每周跑步三次。早上服用左甲状腺素 50 微克。',
    ),
    changedAt: '2026-11-20T08:12:00Z',
    conversationId: 'c3',
    agent: 'deep',
    untrusted: [],
  },
  {
    path: '/memories/lab-names.md',
    text: say('The lab in Kreuzberg writes ferritin in µg/l.', '社区化验所的铁蛋白单位是 µg/l。'),
    changedAt: '2026-11-02T18:40:00Z',
    conversationId: null,
    agent: 'base',
    untrusted: ['report-2026-11.pdf'],
  },
]
let grants = [
  {
    id: 'g1',
    tool: 'calendar__create_event',
    server: 'calendar',
    conversation: 'c3',
    grantedAt: '2026-11-27T09:00:00Z',
    expiresAt: '2026-12-27T09:00:00Z',
  },
  {
    id: 'g2',
    tool: 'write_file',
    server: null,
    conversation: null,
    grantedAt: '2026-11-25T09:00:00Z',
    expiresAt: '2027-02-23T09:00:00Z',
  },
]

let nextFile = 1

export const fakeConversation: Pick<
  Client['chat'],
  | 'configure'
  | 'export'
  | 'subjects'
  | 'waiting'
  | 'grants'
  | 'revokeGrant'
  | 'attach'
  | 'detach'
  | 'files'
  | 'notes'
  | 'writeNote'
  | 'removeNote'
> = {
  configure: async ({ conversationId, agent, model, subject }) => {
    const found = conversations.find((item) => item.id === conversationId)
    if (!found) throw failure('This conversation is gone.', '', 'NOT_FOUND')
    if (agent !== undefined) found.agent = agent
    if (model !== undefined) found.model = model
    if (subject !== undefined) found.subject = subject
    return { ...found }
  },
  export: async ({ conversationId, format }) => ({
    fileName: `${conversationId}.${format === 'json' ? 'json' : 'md'}`,
    mime: format === 'json' ? 'application/json' : 'text/markdown',
    text: format === 'json' ? '{}' : '# Chat\n',
  }),
  subjects: () =>
    answer(() => [
      { id: 'p1', name: say('Ada', '小林'), isSelf: true },
      ...(asked('household') === null ? [] : [{ id: 'p2', name: say('Ben', '小周'), isSelf: false }]),
    ]),
  waiting: async () =>
    asked('waiting') === null
      ? []
      : [
          {
            conversationId: 'c3',
            title: conversations.find((item) => item.id === 'c3')?.title ?? '',
            runId: 'r3',
            event: {
              type: 'approval',
              id: 'a1',
              tool: 'calendar__create_event',
              server: 'calendar',
              args: { title: 'Check-up' },
              expires: '2099-01-01T00:00:00Z',
            },
          },
        ],
  grants: () => answer(() => grants),
  revokeGrant: async ({ id }) => {
    grants = grants.filter((grant) => grant.id !== id)
    return { revoked: true }
  },
  attach: async () => {
    await wait(400)
    if (asked('attach') === 'fail')
      throw failure(
        say('The file is larger than 50 MB.', '文件超过 50 MB。'),
        say('Attach a part of it.', '请只附上其中一部分。'),
      )
    const id = `f${nextFile++}`
    return { id, name: `report-${id}.pdf`, mime: 'application/pdf', bytes: 184_320 }
  },
  detach: async () => ({ removed: true }),
  files: async () => [],
  notes: () => answer(() => notes),
  writeNote: async ({ path, text }) => {
    notes = notes.map((note) => (note.path === path ? { ...note, text } : note))
    return { path }
  },
  removeNote: async ({ path }) => {
    notes = notes.filter((note) => note.path !== path)
    emit('conversations-changed')
    return { removed: true }
  },
}
