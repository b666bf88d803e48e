/** Vision: questions about a picture, and about a video on YouTube. */
import * as z from 'zod'
import { type Companion, companionServer, textResult, told } from './companion.ts'
import { askModel, modelService } from './model-calls/chat-model.ts'
import { gemini } from './model-calls/gemini.ts'
import { dataAddress, loadMedia } from './model-calls/media.ts'

const SYSTEM =
  'Answer the question from what is in the picture. Read all text exactly. Say so when the picture does not show it.'
const YOUTUBE = /^https:\/\/((www\.|m\.)?youtube\.com\/(watch\?|shorts\/|live\/)|youtu\.be\/)/i

export const vision: Companion = (env) => {
  const server = companionServer('vision', 'Looks at pictures and videos and answers questions about them.')
  const service = modelService(env, 'VISION', 'gpt-5')
  const watcher = gemini(env)
  const annotations = { readOnlyHint: true, openWorldHint: true }
  if (service !== null)
    server.registerTool(
      'visual_question_answering',
      {
        title: 'Ask about a picture',
        description:
          'Answers a question about a picture: web address, data: address, or a path in a folder that the person allowed.',
        inputSchema: z.object({
          image_path_or_url: z.string().min(1).describe('Where the picture is.'),
          question: z.string().min(1).describe('What to find out.'),
        }),
        annotations,
      },
      ({ image_path_or_url, question }, { mcpReq }) =>
        told(async () => {
          const picture = await loadMedia(image_path_or_url, 'image', env, mcpReq.signal)
          const content = [
            { type: 'image_url', image_url: { url: dataAddress(picture) } },
            { type: 'text', text: question },
          ] as const
          return textResult(await askModel(service, { system: SYSTEM, content, signal: mcpReq.signal }))
        }),
    )
  if (watcher !== null)
    server.registerTool(
      'visual_audio_youtube_analyzing',
      {
        title: 'Ask about a YouTube video',
        description:
          'Watches and hears a video on YouTube and answers a question about it, or writes down what is said.',
        inputSchema: z.object({
          url: z
            .string()
            .regex(YOUTUBE, 'An address of a video on youtube.com or youtu.be.')
            .describe('Address of the video.'),
          question: z.string().default('').describe('What to find out; may be empty when a transcript is wanted.'),
          provide_transcript: z.boolean().default(false).describe('Whether to write down what is said, with times.'),
        }),
        annotations,
      },
      ({ url, question, provide_transcript }, { mcpReq }) =>
        told(async () => {
          const wishes = [
            ...(question === '' ? [] : [question]),
            ...(provide_transcript
              ? ['Write down everything that is said, with the time (MM:SS) before each part.']
              : []),
          ]
          if (wishes.length === 0) throw new Error('Give a question, or ask for a transcript.')
          return textResult(await watcher.watch(url, wishes.join('\n\n'), mcpReq.signal))
        }),
    )
  return server
}
