/** The Skills page: what there is, what it says, and what a person decides about it. */
import { ORPCError } from '@orpc/server'
import { inLanguage } from '../../config/bilingual.ts'
import { callerUser } from '../../profiles/caller-user.ts'
import { textOf } from '../../skills/file-kind.ts'
import { SkillError } from '../../skills/skill-error.ts'
import { api, requireOwner } from '../base.ts'
import type { RpcContext } from '../context.ts'

/** Runs `act`; what it refuses is told in the person's language. */
async function told<T>(context: RpcContext, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    const { language } = callerUser(context.profile)
    throw new ORPCError('BAD_REQUEST', {
      message: inLanguage(error.told, language),
      data: { code: error.code, hint: inLanguage(error.way, language) },
      cause: error,
    })
  }
}

export const skillRoutes = {
  list: api.skills.list.handler(async ({ context }) => {
    const { skills } = context.services
    const { language } = callerUser(context.profile)
    const views = await skills.list(context.profile.id)
    return {
      dir: skills.ownDir,
      skills: views.map(({ description, descriptionZh, files, deniedAgents, fixedAgents, error, ...view }) => ({
        ...view,
        description: inLanguage({ en: description, zh: descriptionZh ?? description }, language),
        files: [...files],
        deniedAgents: [...deniedAgents],
        fixedAgents: [...fixedAgents],
        error: error === null ? null : inLanguage(error, language),
      })),
    }
  }),
  file: api.skills.file.handler(({ context, input }) =>
    told(context, async () => {
      const content = await context.services.skills.file(context.profile.id, input.id, input.path)
      if (content === null) {
        throw new SkillError(
          'changed',
          { en: `${input.path} is not there any more, or was changed.`, zh: `${input.path} 已经不在，或被更改。` },
          { en: 'Look at the list again.', zh: '请重新查看列表。' },
        )
      }
      return { text: textOf(content), bytes: content.length }
    }),
  ),
  install: api.skills.install.handler(({ context, input }) =>
    told(context, async () => {
      const { skills, uploads } = context.services
      if (input.path !== undefined) {
        requireOwner(context, 'Installing by path')
        return { id: await skills.install(context.profile.id, input.path) }
      }
      const path = input.upload === undefined ? null : uploads.take(input.upload)
      if (path === null) {
        throw new SkillError(
          'not_a_skill',
          { en: 'This upload is gone.', zh: '上传的文件已经不在。' },
          { en: 'Choose the file again.', zh: '请重新选择文件。' },
        )
      }
      try {
        return { id: await skills.install(context.profile.id, path) }
      } finally {
        await uploads.release(path)
      }
    }),
  ),
  remove: api.skills.remove.handler(({ context, input }) =>
    told(context, async () => {
      await context.services.skills.remove(context.profile.id, input.id)
      return {}
    }),
  ),
  approve: api.skills.approve.handler(({ context, input }) =>
    told(context, async () => {
      await context.services.skills.approve(context.profile.id, input.id, input.hash)
      return {}
    }),
  ),
  setEnabled: api.skills.setEnabled.handler(({ context, input }) =>
    told(context, async () => {
      await context.services.skills.setEnabled(context.profile.id, input.id, input.enabled)
      return {}
    }),
  ),
  setDenied: api.skills.setDenied.handler(({ context, input }) =>
    told(context, async () => {
      await context.services.skills.setDenied(context.profile.id, input.id, input.agents)
      return {}
    }),
  ),
}
