/** The companions that ask a model, against stand-ins of an OpenAI-compatible service and of Gemini. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Reply, type StandIn, standIn, startCompanion } from './companion-bed.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const wav = Buffer.concat([
  Buffer.from('RIFF'),
  Buffer.from([36, 0, 0, 0]),
  Buffer.from('WAVEfmt '),
  Buffer.alloc(20),
  Buffer.from('data'),
  Buffer.alloc(4),
])

let service: StandIn
let reply: Reply
let dir: string
let env: Record<string, string>

beforeAll(async () => {
  service = await standIn(() => reply)
  dir = await mkdtemp(join(tmpdir(), 'models-'))
  await writeFile(join(dir, 'skin.png'), png)
  await writeFile(join(dir, 'memo.wav'), wav)
  env = {
    OPENAI_API_KEY: 'openai-key',
    OPENAI_BASE_URL: `${service.url}/v1`,
    GEMINI_API_KEY: 'gemini-key',
    GEMINI_BASE_URL: service.url,
    READ_FOLDERS: dir,
  }
})
afterAll(async () => {
  await service.close()
  await rm(dir, { recursive: true })
})
afterEach(() => {
  service.asked.length = 0
})

const says = (content: string | null): Reply => ({
  body: JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] }),
})
const lastBody = () => JSON.parse(String(service.asked.at(-1)?.body))

describe('reasoning', () => {
  it('sends the question alone to the model that was chosen, and gives its answer', async () => {
    const bed = await startCompanion('reasoning', { ...env, REASONING_MODEL: 'big-model' })
    reply = says('The answer is 7.')
    expect((await bed.call('reasoning', { question: 'What is 3 + 4?' })).text).toBe('The answer is 7.')
    const { path, headers } = service.asked[0] ?? {}
    expect(path).toBe('/v1/chat/completions')
    expect(headers?.authorization).toBe('Bearer openai-key')
    expect(lastBody()).toMatchObject({
      model: 'big-model',
      messages: [{ role: 'system' }, { role: 'user', content: [{ type: 'text', text: 'What is 3 + 4?' }] }],
    })
    reply = says('')
    expect(await bed.call('reasoning', { question: 'x' })).toMatchObject({
      isError: true,
      text: 'big-model gave an empty answer (stop).',
    })
    reply = { status: 401, body: '{"error":{"message":"bad key"}}' }
    const refused = await bed.call('reasoning', { question: 'x' })
    expect(refused.text).toContain('answered 401')
    expect(refused.text).not.toContain('openai-key')
    await bed.close()
  })

  it('has no tool without a service', async () => {
    const bed = await startCompanion('reasoning')
    expect(await bed.tools()).toEqual([])
    await bed.close()
  })

  it('says that the service cannot be reached', async () => {
    const bed = await startCompanion('reasoning', { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' })
    const { isError, text } = await bed.call('reasoning', { question: 'x' })
    expect(isError).toBe(true)
    expect(text).toContain('127.0.0.1:9 could not be reached')
    await bed.close()
  })
})

describe('vision', () => {
  it('shows the picture to the model, and takes nothing else for one', async () => {
    const bed = await startCompanion('vision', env)
    expect(await bed.tools()).toEqual(['visual_audio_youtube_analyzing', 'visual_question_answering'])
    reply = says('A single dot.')
    const seen = await bed.call('visual_question_answering', {
      image_path_or_url: join(dir, 'skin.png'),
      question: 'What is it?',
    })
    expect(seen.text).toBe('A single dot.')
    expect(lastBody().messages[1].content[0]).toEqual({
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${png.toString('base64')}` },
    })
    const sound = await bed.call('visual_question_answering', {
      image_path_or_url: join(dir, 'memo.wav'),
      question: 'x',
    })
    expect(sound).toMatchObject({ isError: true, text: 'memo.wav is audio/wav, not an image.' })
    await bed.close()
  })

  it('lets Gemini watch a video by its address, and only one of YouTube', async () => {
    const bed = await startCompanion('vision', env)
    reply = { body: JSON.stringify({ candidates: [{ content: { parts: [{ text: 'A squat.' }] } }] }) }
    const url = 'https://www.youtube.com/watch?v=abc'
    expect((await bed.call('visual_audio_youtube_analyzing', { url, question: 'Which exercise?' })).text).toBe(
      'A squat.',
    )
    expect(service.asked[0]?.headers['x-goog-api-key']).toBe('gemini-key')
    expect(lastBody().contents[0].parts).toEqual([{ file_data: { file_uri: url } }, { text: 'Which exercise?' }])
    service.asked.length = 0
    expect(
      (await bed.call('visual_audio_youtube_analyzing', { url: 'https://evil.example/watch?v=1', question: 'x' }))
        .isError,
    ).toBe(true)
    expect(service.asked).toEqual([])
    await bed.close()
  })
})

describe('audio', () => {
  it('writes down a recording and answers questions about it', async () => {
    const bed = await startCompanion('audio', env)
    reply = { body: JSON.stringify({ text: 'I slept badly.' }) }
    expect((await bed.call('audio_transcription', { audio_path_or_url: join(dir, 'memo.wav') })).text).toBe(
      'I slept badly.',
    )
    expect(service.asked[0]?.path).toBe('/v1/audio/transcriptions')
    expect(service.asked[0]?.body.includes(wav)).toBe(true)
    reply = says('One voice.')
    expect(
      (
        await bed.call('audio_question_answering', {
          audio_path_or_url: join(dir, 'memo.wav'),
          question: 'Who speaks?',
        })
      ).text,
    ).toBe('One voice.')
    expect(lastBody().messages[1].content[0]).toEqual({
      type: 'input_audio',
      input_audio: { data: wav.toString('base64'), format: 'wav' },
    })
    await bed.close()
  })
})
