/** Where tokens' keys and other secrets live, and the person's choice about it. */
import { oc } from '@orpc/contract'
import * as z from 'zod'

export const secretsState = z.object({
  store: z.enum(['keychain', 'safe-storage', 'memory', 'file']),
  /** A sentence where that is less than the keychain, in the person's language. */
  note: z.string().nullable(),
  /** What was chosen: by MIROHUB_SECRETS, or by nobody ('keychain'). */
  chosen: z.enum(['keychain', 'memory', 'file']),
  /** The environment decides; Settings cannot. */
  isFixed: z.boolean(),
  /** Where a key file is or would be. */
  filePath: z.string(),
})
export type SecretsState = z.infer<typeof secretsState>

export const secretsContract = {
  state: oc.output(secretsState),
  /** Asks the keychain again, e.g. after it was unlocked. Secrets made in memory meanwhile move there. */
  retry: oc.output(secretsState),
  /** Chooses a file of mode 0600, or the keychain again; what is held moves along. Written to config.yaml. */
  choose: oc.input(z.object({ store: z.enum(['keychain', 'file']) })).output(secretsState),
}
