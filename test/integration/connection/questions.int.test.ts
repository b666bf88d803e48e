/** Questions of a server in the middle of a call, in both eras: to the client that called, else to the person. */
import { afterEach, describe, expect, it } from 'vitest'
import type { CallingClient, QuestionKind } from '../../../src-main/mcp-client/model/asking.ts'
import type { Connection, PersonQuestion } from '../../../src-main/mcp-client/model/connection.ts'
import { startGoodHttpServer } from '../../fake-servers/http-good.ts'
import type { HttpServer } from '../../fake-servers/http-rpc.ts'
import { closeAll, connectTo, remote } from './testing.ts'

const servers: HttpServer[] = []
const fake = async (eras: 'legacy' | 'modern') => {
  const server = await startGoodHttpServer({ eras })
  servers.push(server)
  return server
}

afterEach(async () => {
  await closeAll()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

function client(
  kinds: QuestionKind[],
  answers: Record<string, unknown> = {},
  state?: CallingClient['state'],
): CallingClient {
  return { canAnswer: (kind) => kinds.includes(kind), answers, state, log() {}, closeStream() {} }
}
const ask = (connection: Connection, by?: CallingClient, signal?: AbortSignal) =>
  connection.callTool({ tool: 'ask', args: {}, client: by, signal })
const accepted = { action: 'accept', content: { name: 'Ada' } }

async function asked(connection: Connection, by: CallingClient) {
  const first = await ask(connection, by)
  if (!('ask' in first)) throw new Error(`no questions but ${JSON.stringify(first)}`)
  const [key, request] = Object.entries(first.ask.requests)[0] ?? []
  if (key === undefined) throw new Error('no question')
  return { key, request, state: first.ask.state }
}

for (const eras of ['legacy', 'modern'] as const) {
  describe(`in the ${eras} era`, () => {
    it('go to the client that called, and its answers go back to the server', async () => {
      const { connection } = await connectTo(remote((await fake(eras)).url))
      const { key, request, state } = await asked(connection, client(['form']))
      expect(request).toMatchObject({ method: 'elicitation/create', params: { message: 'Your name?' } })
      const answer = await ask(connection, client(['form'], { [key]: accepted }, state))
      expect(JSON.stringify(answer)).toContain('accept Ada')
    })

    it('give the server back its own state', async () => {
      if (eras === 'legacy') return expect(eras).toBe('legacy')
      const { connection } = await connectTo(remote((await fake(eras)).url))
      const { key, state } = await asked(connection, client(['form']))
      const answer = await ask(connection, client(['form'], { [key]: accepted, extra: { action: 'accept' } }, state))
      expect(JSON.stringify(answer)).toContain('accept Ada state-of-the-server')
    })

    it('are asked again when the client came back without an answer', async () => {
      const { connection } = await connectTo(remote((await fake(eras)).url))
      const first = await asked(connection, client(['form']))
      const second = await ask(connection, client(['form'], {}, first.state))
      expect(second).toMatchObject({ ask: { requests: { [first.key]: { method: 'elicitation/create' } } } })
    })

    it('go to the person when no client can answer', async () => {
      const questions: PersonQuestion[] = []
      const { connection } = await connectTo(remote((await fake(eras)).url), {
        askPerson: async (question) => {
          questions.push(question)
          return accepted
        },
      })
      expect(JSON.stringify(await ask(connection, client(['sampling'])))).toContain('accept Ada')
      expect(questions).toMatchObject([{ kind: 'form', params: { message: 'Your name?' } }])
    })

    it('are dismissed when the person is not there', async () => {
      const { connection } = await connectTo(remote((await fake(eras)).url))
      expect(JSON.stringify(await ask(connection))).toContain('cancel')
    })

    it('do not count as silence of the server', async () => {
      const { connection } = await connectTo(remote((await fake(eras)).url), {
        settings: { limits: { requestMs: 200 } },
        askPerson: async () => {
          await new Promise((resolve) => setTimeout(resolve, 600))
          return accepted
        },
      })
      expect(JSON.stringify(await ask(connection))).toContain('accept Ada')
    })

    it('are not put to anybody where the settings forbid them (X12)', async () => {
      const server = await fake(eras)
      const persons: unknown[] = []
      const { connection } = await connectTo(remote(server.url), {
        settings: { asks: { elicitation: false, sampling: false, roots: false } },
        askPerson: async (question) => persons.push(question),
      })
      await ask(connection).catch(() => {})
      expect(persons).toEqual([])
    })
  })
}

describe('a call of the older era that waits for answers', () => {
  it('cannot be taken up twice', async () => {
    const { connection } = await connectTo(remote((await fake('legacy')).url))
    const { key, state } = await asked(connection, client(['form']))
    await ask(connection, client(['form'], { [key]: accepted }, state))
    await expect(ask(connection, client(['form'], { [key]: accepted }, state))).rejects.toMatchObject({
      code: 'protocol',
    })
  })

  it('keeps the session that was opened for it until it is over', async () => {
    const server = await fake('legacy')
    const { connection } = await connectTo(remote(server.url), { settings: { stateful: false } })
    const { key, state } = await asked(connection, client(['form']))
    await expect.poll(() => server.sessions()).toBe(1)
    expect(JSON.stringify(await ask(connection, client(['form'], { [key]: accepted }, state)))).toContain('accept Ada')
    await expect.poll(() => server.sessions()).toBe(0)
  })

  it('is cancelled at the server with the connection', async () => {
    const server = await fake('legacy')
    const { connection } = await connectTo(remote(server.url))
    await asked(connection, client(['form']))
    await connection.close()
    await expect.poll(() => server.cancelled()).toBe(1)
  })

  it('asks each client its own question when two calls run at once over HTTP', async () => {
    const { connection } = await connectTo(remote((await fake('legacy')).url))
    const [one, two] = await Promise.all([asked(connection, client(['form'])), asked(connection, client(['form']))])
    const name = (key: string, text: string) => ({ [key]: { action: 'accept', content: { name: text } } })
    const second = await ask(connection, client(['form'], name(two.key, 'Two'), two.state))
    const first = await ask(connection, client(['form'], name(one.key, 'One'), one.state))
    expect(JSON.stringify(first)).toContain('accept One')
    expect(JSON.stringify(second)).toContain('accept Two')
  })

  it('ends when the caller stops while it is asked again', async () => {
    const server = await fake('legacy')
    const { connection } = await connectTo(remote(server.url))
    const { state } = await asked(connection, client(['form']))
    const controller = new AbortController()
    controller.abort(new Error('stop'))
    await expect(ask(connection, client(['form'], {}, state), controller.signal)).rejects.toThrow('stop')
  })
})
