/** Files of conversations and notes about a person, for pages and windows. */
import { ORPCError } from '@orpc/server'
import { api, requireOwner } from '../base.ts'

export const chatFileRoutes = {
  attach: api.chat.attach.handler(async ({ context, input, signal }) => {
    const { files, uploads } = context.services
    const { id: userId } = context.profile
    if (input.upload !== undefined) {
      const path = uploads.take(input.upload)
      if (path === null) throw new ORPCError('NOT_FOUND', { message: 'This upload is gone. Drop the file again.' })
      try {
        return await files.attach(userId, { path }, signal)
      } finally {
        await uploads.release(path)
      }
    }
    if (input.path === undefined) throw new ORPCError('BAD_REQUEST', { message: 'Give an upload or a path.' })
    requireOwner(context, 'Attaching by path')
    return files.attach(userId, { path: input.path }, signal)
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
    path: await context.services.files.writeNote(context.profile.id, input.path, input.text),
  })),
  removeNote: api.chat.removeNote.handler(async ({ context, input }) => ({
    removed: await context.services.files.removeNote(context.profile.id, input.path),
  })),
}
