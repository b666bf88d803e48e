/** What the address asks of the made-up hub, and answers that load, fail or arrive accordingly. */
const params = new URLSearchParams(window.location.search)

/** A word of the address, e.g. `&write=fail`; '' when it stands there bare, null when it does not. */
export const asked = (name: string): string | null => params.get(name)
const state = asked('state') ?? 'full'

export const isEmpty = state === 'empty' || state === 'importing'

export const wait = (ms = 60, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** An error as the hub sends one. */
export const failure = (message: string, hint: string, code = 'BAD_REQUEST') =>
  Object.assign(new Error(message), { code, data: { code, hint } })

export async function answer<T>(value: () => T): Promise<T> {
  if (state === 'loading') await wait(1e8)
  await wait()
  if (state === 'broken') {
    throw failure('The database did not answer.', 'Try again in a moment. If it stays so, restart Mirohub.', 'db-busy')
  }
  return value()
}

/** The language that the hub's own sentences are worded in. */
export const wordsLanguage = asked('lang') === 'zh-CN' ? 'zh' : 'en'
