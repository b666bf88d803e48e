// A stdio server that asks during a call: elicitation (form and URL), sampling and roots, in both eras. See README.md.
import { notePids, RpcError, serve } from './stdio-rpc.mjs'

notePids(process.pid)
const eras = process.argv.includes('--legacy') ? 'legacy' : process.argv.includes('--modern') ? 'modern' : 'both'

const requestedSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 } },
  required: ['name'],
}
const questions = {
  ask_form: { method: 'elicitation/create', params: { mode: 'form', message: 'Who are you?', requestedSchema } },
  ask_url: {
    method: 'elicitation/create',
    params: { mode: 'url', message: 'Please log in.', url: 'https://example.com/login', elicitationId: 'login-1' },
  },
  ask_sampling: {
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text: 'Say a word.' } }], maxTokens: 20 },
  },
  ask_roots: { method: 'roots/list', params: {} },
}

const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })

const server = serve({
  name: 'asking',
  eras,
  handlers: {
    'tools/list': () => ({
      tools: Object.keys(questions).map((name) => ({ name, description: name, inputSchema: { type: 'object' } })),
    }),
    async 'tools/call'({ name, inputResponses, requestState }, { modern }) {
      const question = Object.hasOwn(questions, name) ? questions[name] : undefined
      if (question === undefined) throw new RpcError(-32602, `Unknown tool: ${name}`)
      if (!modern) {
        const { result, error } = await server.ask(question.method, question.params)
        return text(error ? { error } : { answer: result })
      }
      const answer = inputResponses?.question
      if (answer !== undefined) return text({ answer, state: requestState })
      // The elicitation id is of the older era only.
      const { elicitationId: _id, ...params } = question.params
      return {
        resultType: 'input_required',
        inputRequests: { question: { method: question.method, params } },
        requestState: `state of ${name}`,
      }
    },
  },
})
