/** What a client can be asked for, and in which order it is told things. */
import { CLIENT_CAPABILITIES_META_KEY, Server, type ServerContext } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'
import { clientChannel, createNotices } from '../../../src-main/mcp-server/client-channel.ts'

interface Sent {
  readonly method: string
  readonly params?: unknown
}

/** Only what the channel reads of a request; a client that is slow to take each message. */
function requestContext(declared: unknown, progressToken?: string) {
  const sent: Sent[] = []
  const take = async (message: Sent) => {
    await Promise.resolve()
    sent.push(message)
  }
  const mcpReq = {
    envelope: { [CLIENT_CAPABILITIES_META_KEY]: declared },
    _meta: progressToken === undefined ? {} : { progressToken },
    notify: take,
    log: (level: string, data: unknown) => take({ method: 'log', params: { level, data } }),
  }
  return { sent, context: { mcpReq } as unknown as ServerContext }
}

function answers(declared: unknown) {
  const { context } = requestContext(declared)
  const server = new Server({ name: 'test', version: '1' })
  const channel = clientChannel(server, context, createNotices(context), undefined)
  return (['form', 'url', 'sampling', 'roots'] as const).filter((kind) => channel.canAnswer(kind))
}

describe('what a client can be asked for', () => {
  it.each([
    [{}, []],
    [{ elicitation: {} }, ['form']],
    [{ elicitation: { url: {} } }, ['url']],
    [{ elicitation: { form: {}, url: {} } }, ['form', 'url']],
    [{ sampling: {}, roots: { listChanged: true } }, ['sampling', 'roots']],
    [{ elicitation: true, sampling: 'yes' }, []],
    ['everything', []],
  ])('%j is %j', (declared, kinds) => {
    expect(answers(declared)).toEqual(kinds)
  })
})

describe('notices', () => {
  it('go out in the order they were told, and all before sent() settles', async () => {
    const { context, sent } = requestContext({}, 'p')
    const notices = createNotices(context)
    notices.onProgress?.({ done: 1, total: 3 })
    notices.log('info', 'between')
    notices.onProgress?.({ done: 2, total: null, message: 'on' })
    await notices.sent()
    expect(sent).toEqual([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1, total: 3 } },
      { method: 'log', params: { level: 'info', data: 'between' } },
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 2, message: 'on' } },
    ])
  })

  it('drop progress that does not grow', async () => {
    const { context, sent } = requestContext({}, 'p')
    const notices = createNotices(context)
    for (const done of [1, 1, 0, Number.NaN, 2]) notices.onProgress?.({ done, total: null })
    await notices.sent()
    expect(sent.map(({ params }) => params)).toEqual([
      { progressToken: 'p', progress: 1 },
      { progressToken: 'p', progress: 2 },
    ])
  })

  it('report no progress to a client that asked for none', () => {
    expect(createNotices(requestContext({}).context).onProgress).toBeUndefined()
  })
})
