/** Where secrets live. */
import { callerUser } from '../../profiles/caller-user.ts'
import { noteText } from '../../secrets/notes.ts'
import { api } from '../base.ts'
import type { RpcContext } from '../context.ts'
import type { SecretsState } from '../contract/secrets.ts'

function stateOf({ services, profile }: RpcContext): SecretsState {
  const { store, note, chosen, isFixed, filePath } = services.secrets
  return { store, note: noteText(note, callerUser(profile).language), chosen, isFixed, filePath }
}

export const secretRoutes = {
  state: api.secrets.state.handler(async ({ context }) => {
    await context.services.secrets.opened
    return stateOf(context)
  }),
  retry: api.secrets.retry.handler(async ({ context }) => {
    await context.services.secrets.retry()
    return stateOf(context)
  }),
  choose: api.secrets.choose.handler(async ({ context, input }) => {
    await context.services.secrets.choose(input.store)
    return stateOf(context)
  }),
}
