/** Every kind of question of a program, in both eras, and whom it goes to when nothing says which call it is about. */
import { afterEach, describe, expect, it } from 'vitest'
import type { CallingClient, QuestionKind } from '../../../src-main/mcp-client/model/asking.ts'
import type { PersonQuestion, Upstream } from '../../../src-main/mcp-client/model/connection.ts'
import { closeAll, connectTo, program } from './testing.ts'

const asking = new URL('../../fake-servers/stdio-asking.mjs', import.meta.url).pathname
const allAsks = { elicitation: true, sampling: true, roots: true }
const message = { role: 'assistant', content: { type: 'text', text: 'four' }, model: 'm' }

afterEach(closeAll)

function client(kinds: QuestionKind[], answer?: unknown, asked?: Upstream<unknown>): CallingClient {
  const questions = asked && 'ask' in asked ? asked.ask : null
  const answers = Object.fromEntries(Object.keys(questions?.requests ?? {}).map((key) => [key, answer]))
  return { canAnswer: (kind) => kinds.includes(kind), answers, state: questions?.state, log() {}, closeStream() {} }
}

for (const eras of ['legacy', 'modern'] as const) {
  describe(`in the ${eras} era`, () => {
    const connected = (more: Parameters<typeof connectTo>[1] = {}) =>
      connectTo(program(asking, `--${eras}`), { ...more, settings: { asks: allAsks, ...more.settings } })
    const kinds: [QuestionKind, unknown, string][] = [
      ['form', { action: 'accept', content: { name: 'Ada' } }, 'Ada'],
      ['url', { action: 'accept' }, 'accept'],
      ['sampling', message, 'four'],
      ['roots', { roots: [{ uri: 'file:///of/the/client' }] }, '/of/the/client'],
    ]
    for (const [kind, answer, expected] of kinds) {
      it(`a client answers: ${kind}`, async () => {
        const { connection } = await connected()
        const first = await connection.callTool({ tool: `ask_${kind}`, args: {}, client: client([kind]) })
        expect(first).toHaveProperty('ask')
        const second = await connection.callTool({
          tool: `ask_${kind}`,
          args: {},
          client: client([kind], answer, first),
        })
        expect(JSON.stringify(second)).toContain(expected)
      })

      if (kind === 'roots') continue
      it(`the person answers: ${kind}`, async () => {
        const questions: PersonQuestion[] = []
        const { connection } = await connected({
          askPerson: async (question) => {
            questions.push(question)
            return answer
          },
        })
        const told = await connection.callTool({ tool: `ask_${kind}`, args: {} })
        expect(JSON.stringify(told)).toContain(expected)
        expect(questions.map((question) => question.kind)).toEqual([kind])
      })
    }

    it('the settings answer: roots, when no client can', async () => {
      const settings = { asks: allAsks, roots: ['/home/ada/a b'] }
      const { connection } = await connected({ settings })
      const told = await connection.callTool({ tool: 'ask_roots', args: {}, client: client([]) })
      expect(JSON.stringify(told)).toContain('file:///home/ada/a%20b')
    })

    it('sampling that nobody allowed gets no answer (X12)', async () => {
      const { connection } = await connected({ askPerson: () => Promise.reject(new Error('declined')) })
      const told = await connection
        .callTool({ tool: 'ask_sampling', args: {} })
        .then(JSON.stringify, (error: Error) => error.message)
      expect(told).not.toContain('four')
    })
  })
}

it('a question of a pipe that may belong to either of two calls goes to neither client', async () => {
  const persons: PersonQuestion[] = []
  const { connection } = await connectTo(program(asking, '--legacy'), {
    askPerson: async (question) => {
      persons.push(question)
      return { action: 'decline' }
    },
  })
  const by = client(['form'])
  const answers = await Promise.all([
    connection.callTool({ tool: 'ask_form', args: {}, client: by }),
    connection.callTool({ tool: 'ask_form', args: {}, client: by }),
  ])
  expect(answers.every((answer) => 'result' in answer)).toBe(true)
  expect(persons).toHaveLength(2)
})
