/** Audio: what is said in a recording, and questions about it. */
import * as z from 'zod'
import { type Companion, companionServer, textResult, told } from './companion.ts'
import { askModel, modelService, transcribe } from './model-calls/chat-model.ts'
import { audioFormat, loadMedia } from './model-calls/media.ts'

const SYSTEM = 'Listen to the recording and answer the question from it. Say so when the recording does not tell.'
const source = z
  .string()
  .min(1)
  .describe('Where the recording is: web address, data: address, or a path in a folder that the person allowed.')

export const audio: Companion = (env) => {
  const server = companionServer('audio', 'Writes down and understands recordings.')
  const writer = modelService(env, 'TRANSCRIPTION', 'gpt-4o-transcribe')
  const listener = modelService(env, 'AUDIO', 'gpt-4o-audio-preview')
  const annotations = { readOnlyHint: true, openWorldHint: true }
  if (writer !== null)
    server.registerTool(
      'audio_transcription',
      {
        title: 'Write down a recording',
        description: 'What is said in a recording, as text.',
        inputSchema: z.object({ audio_path_or_url: source }),
        annotations,
      },
      ({ audio_path_or_url }, { mcpReq }) =>
        told(async () => {
          const media = await loadMedia(audio_path_or_url, 'audio', env, mcpReq.signal)
          const file = new File([Buffer.from(media.bytes)], media.name, { type: media.type })
          return textResult(await transcribe(writer, file, mcpReq.signal))
        }),
    )
  if (listener !== null)
    server.registerTool(
      'audio_question_answering',
      {
        title: 'Ask about a recording',
        description: 'Answers a question about a recording (mp3 or wav), voices and sounds included.',
        inputSchema: z.object({ audio_path_or_url: source, question: z.string().min(1).describe('What to find out.') }),
        annotations,
      },
      ({ audio_path_or_url, question }, { mcpReq }) =>
        told(async () => {
          const media = await loadMedia(audio_path_or_url, 'audio', env, mcpReq.signal)
          const data = Buffer.from(media.bytes).toString('base64')
          const content = [
            { type: 'input_audio', input_audio: { data, format: audioFormat(media) } },
            { type: 'text', text: question },
          ] as const
          return textResult(await askModel(listener, { system: SYSTEM, content, signal: mcpReq.signal }))
        }),
    )
  return server
}
