/** `companion NAME`: one of the companion servers, as the hub starts it. It opens no data and finds no hub. */
import { companionNames, isCompanion, serveCompanion } from '../../companions/serve.ts'
import { UsageError } from '../arguments.ts'

export async function companion(name: string): Promise<void> {
  if (!isCompanion(name))
    throw new UsageError(`there is no companion "${name}"; there are ${companionNames.join(', ')}`)
  await serveCompanion(name, process.env)
}
