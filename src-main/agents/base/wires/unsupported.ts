/** Parameters that not every model takes: a request that is refused for one of them is sent again without them. */

/** Words by which refusals name them, by the parameter's own name or its path. */
const NAMES =
  /\b(reasoning|encrypted_content|encrypted content|summary|temperature|thinking|effort|stream_options|thinking_level)\b/i

/** Whether a provider refused the request for an optional parameter. */
export function refusesOptional(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('status' in error)) return false
  return (error.status === 400 || error.status === 422) && error instanceof Error && NAMES.test(error.message)
}

/** Sends with the optional parameters, and once more without them where they are what was refused. */
export async function sendTolerant<T>(send: (withOptional: boolean) => Promise<T>): Promise<T> {
  try {
    return await send(true)
  } catch (error) {
    if (!refusesOptional(error)) throw error
    return send(false)
  }
}
