/**
 * Questions that wait in the hub that exists only in this page: `&questions=tool|form|url|sampling|ending|several`, or
 * `none`, which is what nothing stands for.
 */
import type { QuestionView } from '../../src-main/api/contract/questions.ts'
import type { Client } from '../../src-renderer/rpc/client.ts'
import { asked, wait } from './fake-answer.ts'
import { emit } from './fake-events.ts'
import { say } from './fake-server-data.ts'

const at = (ms: number) => new Date(Date.now() + ms).toISOString()

const bodies: Readonly<Record<string, QuestionView['question']>> = {
  tool: {
    kind: 'tool',
    server: say('Filesystem', '文件系统'),
    tool: 'write_file',
    args: {
      path: '/home/ada/Documents/plan.md',
      content: '# Plan\n\nWalk more.\u202e neht dna',
      options: { overwrite: true, mode: 420 },
    },
    actor: 'Claude Desktop',
  },
  form: {
    kind: 'form',
    server: say('Calendar', '日历'),
    message: say('Which calendar should the appointment go into?', '这个约会要放进哪个日历？'),
    schema: {
      type: 'object',
      required: ['calendar', 'mail', 'day'],
      properties: {
        calendar: {
          type: 'string',
          title: say('Calendar', '日历'),
          oneOf: [
            { const: 'home', title: say('Home', '家庭') },
            { const: 'work', title: say('Work', '工作') },
          ],
          default: 'home',
        },
        day: { type: 'string', format: 'date', title: say('Day', '日期') },
        mail: {
          type: 'string',
          format: 'email',
          title: say('Invite', '邀请'),
          description: say('One mail address.', '一个邮箱地址。'),
        },
        minutes: { type: 'integer', title: say('Minutes', '分钟'), minimum: 5, maximum: 480, default: 30 },
        remind: { type: 'boolean', title: say('Remind me', '提醒我'), default: true },
        colours: {
          type: 'array',
          title: say('Marks', '标记'),
          items: { type: 'string', enum: ['red', 'blue', 'grey'] },
          maxItems: 2,
        },
      },
    },
  },
  url: {
    kind: 'url',
    server: say('Calendar', '日历'),
    message: say('Please confirm the payment on our page.', '请在我们的页面上确认付款。'),
    url: 'https://pay.example.org@xn--exmple-cua.org/confirm?order=4711&next=https%3A%2F%2Fpay.example.org%2Fdone',
  },
  sampling: {
    kind: 'sampling',
    server: say('Research', '研究'),
    params: {
      systemPrompt: 'You are a careful librarian. Answer in one sentence.',
      maxTokens: 200,
      messages: [
        { role: 'user', content: { type: 'text', text: 'What is this picture about?' } },
        { role: 'user', content: { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' } },
      ],
    },
  },
}

function first(): QuestionView[] {
  const how = asked('questions')
  const kinds = how === 'several' ? Object.keys(bodies) : how === 'ending' ? ['tool'] : [how ?? '']
  return kinds.flatMap((kind, index) => {
    const question = bodies[kind]
    return question
      ? [
          {
            id: `q${index}`,
            askedAt: at(index * 1_000 - 20_000),
            expiresAt: at(how === 'ending' ? 3_000 : 280_000),
            question,
          },
        ]
      : []
  })
}

let questions = first()

export const fakeQuestions: Client['questions'] = {
  list: async () => questions,
  answer: async ({ id }) => {
    await wait(300)
    if (asked('act') === 'fail') throw new Error(say('The database did not answer.', '数据库没有应答。'))
    const taken = questions.some((one) => one.id === id)
    questions = questions.filter((one) => one.id !== id)
    emit('questions-changed')
    return { taken }
  },
}
