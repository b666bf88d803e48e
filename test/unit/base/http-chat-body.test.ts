/** Bodies of `POST /api/chat`: what is read, and what is refused with the code that a client of the seed knows. */
import { describe, expect, it } from 'vitest'
import { questionOf } from '../../../src-main/api/http-chat-body.ts'

describe('a body', () => {
  it('is read by the seed’s names', () => {
    const conversation = '00000000-0000-4000-8000-00000000000a'
    expect(
      questionOf({
        question: '  How did I sleep? ',
        session_id: conversation,
        agent: 'DeepAgent',
        provider: 'openai',
        model: 'gpt-5',
        query_user_id: 'p2',
        file_list: [],
        language: 'zh-TW',
        timezone: 'asia/shanghai',
        trace_id: 't',
        enable_mcp: 1,
      }),
    ).toEqual({
      question: 'How did I sleep?',
      conversationId: conversation,
      agent: 'deep',
      model: { provider: 'openai', model: 'gpt-5' },
      subject: 'p2',
      language: 'zh-CN',
      timeZone: 'Asia/Shanghai',
    })
    expect(questionOf({ question: 'x', model: 'openrouter/a/b' })).toMatchObject({
      agent: 'quick',
      model: { provider: 'openrouter', model: 'a/b' },
      conversationId: null,
    })
  })

  it('may be messages: the last is the question, and a model is told those before it', () => {
    const messages = [
      { role: 'user', content: 'My steps?' },
      { role: 'assistant', content: '9000.' },
      { role: 'user', content: 'And before?' },
    ]
    expect(questionOf({ messages })).toMatchObject({ question: 'And before?' })
    const deep = questionOf({ messages, agent: 'deep' })
    expect(deep).toMatchObject({
      question: expect.stringMatching(/user: My steps\?\nassistant: 9000\.[\s\S]*And before\?$/),
    })
  })

  it.each([
    [5, -1],
    [{}, -3],
    [{ question: '   ' }, -3],
    [{ question: 3 }, -2],
    [{ question: 'x', user_id: 7 }, -4],
    [{ question: 'x', agent: 'root' }, -2],
    [{ question: 'x', model: 'gpt-5' }, -2],
    [{ question: 'x', file_list: [{ file_key: 'a' }] }, -2],
    [{ question: 'x', timezone: 'Mars/Base' }, -2],
    [{ question: 'x', language: '<b>' }, -2],
    [{ question: 'x'.repeat(32_001) }, -2],
    [{ question: 'x', messages: [] }, -2],
    [{ messages: [] }, -3],
    [{ messages: [{ role: 'assistant', content: 'x' }] }, -2],
    [{ messages: [{ role: 'system', content: 'x' }] }, -2],
    // A call by name counts as approved in the window; over HTTP it could come from anybody's script.
    [{ question: '/github__delete_repo {"name":"x"}' }, -2],
  ])('%j is refused with %d', (body, code) => {
    expect(questionOf(body)).toMatchObject({ status: 400, code })
  })

  it('with an id that is none names no conversation', () => {
    expect(questionOf({ question: 'x', conversation_id: "1' or 1=1" })).toMatchObject({ status: 404 })
  })
})
