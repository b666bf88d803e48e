/** Files of conversations and notes about a person, for pages and windows. */
import { ORPCError } from '@orpc/server'
import { AttachmentError } from '../../agents/files/attachment-error.ts'
import { inLanguage } from '../../config/bilingual.ts'
import { callerUser } from '../../profiles/caller-user.ts'
import { api, requireOwner } from '../base.ts'
import type { RpcContext } from '../context.ts'

/** Runs `act`; what cannot be kept is told in the person's language. */
async function told<T>(context: RpcContext, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof AttachmentError)) throw error
    const { language } = callerUser(context.profile)
    throw new ORPCError('BAD_REQUEST', {
      message: inLanguage(error.told, language),
      data: { code: error.code, hint: inLanguage(error.way, language) },
      cause: error,
    })
  }
}

export const chatFileRoutes = {
  attach: api.chat.attach.handler(async ({ context, input, signal }) => {
    const { files, uploads } = context.services
    const { id: userId } = context.profile
    if (input.upload !== undefined) {
      const path = uploads.take(input.upload)
      if (path === null) throw new ORPCError('NOT_FOUND', { message: 'This upload is gone. Drop the file again.' })
      try {
        return await told(context, () => files.attach(userId, { path }, signal))
      } finally {
        await uploads.release(path)
      }
    }
    if (input.file !== undefined) {
      const { file } = input
      const bytes = new Uint8Array(await file.arrayBuffer())
      return told(context, () => files.attach(userId, { name: file.name, bytes }, signal))
    }
    if (input.path === undefined) throw new ORPCError('BAD_REQUEST', { message: 'Give an upload, a path or a file.' })
    requireOwner(context, 'Attaching by path')
    const { path } = input
    return told(context, () => files.attach(userId, { path }, signal))
  }),
  detach: api.chat.detach.handler(async ({ context, input }) => ({
    removed: await context.services.files.remove(context.profile.id, input.id),
  })),
  file: api.chat.file.handler(async ({ context, input }) => {
    const shown = await context.services.files.show(context.profile.id, input.conversationId, input.path)
    if (shown === null) throw new ORPCError('NOT_FOUND', { message: 'This file is gone.' })
    return shown
  }),
  files: api.chat.files.handler(async ({ context, input }) => {
    const entries = await context.services.files.list(context.profile.id, input.conversationId)
    return entries.map(({ path, bytes, changedAt }) => ({ path, bytes, changedAt }))
  }),
  notes: api.chat.notes.handler(async ({ context }) => {
    const notes = await context.services.files.notes(context.profile.id)
    return notes.map(({ path, text, changedAt, provenance }) => ({
      path,
      text,
      changedAt,
      conversationId: provenance?.conversationId ?? null,
      agent: provenance?.agent ?? null,
      untrusted: [...(provenance?.untrusted ?? [])],
    }))
  }),
  writeNote: api.chat.writeNote.handler(async ({ context, input }) => ({
    path: await told(context, () => context.services.files.writeNote(context.profile.id, input.path, input.text)),
  })),
  removeNote: api.chat.removeNote.handler(async ({ context, input }) => ({
    removed: await told(context, () => context.services.files.removeNote(context.profile.id, input.path)),
  })),
}
