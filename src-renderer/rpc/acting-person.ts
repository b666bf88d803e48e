/**
 * Which person of this hub the window acts for. Every call says so in a header; a window that never chose says nothing
 * and is the default person. Each window keeps its own choice over a reload; a new one starts with the last choice made.
 */
const key = 'mirohub.person'

/** Read by the hub for each call of a window or page: the person's public id. */
export const personHeader = 'x-mirohub-person'

function remembered(): string | null {
  try {
    const id = sessionStorage.getItem(key) ?? localStorage.getItem(key)
    // Another window's later choice must not change this one at its next reload.
    if (id !== null) sessionStorage.setItem(key, id)
    return id
  } catch {
    return null
  }
}

const acting = remembered()

/** The chosen person's public id; null where nobody was chosen: the hub's default person. */
export function actingPerson(): string | null {
  return acting
}

/**
 * Chooses for the page after this one; null takes the choice back. The page that runs keeps its person, so that a call
 * already on its way (a file that was just sent) cannot arrive as another's. False where the browser keeps nothing.
 */
export function chooseActingPerson(id: string | null): boolean {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      if (id === null) storage.removeItem(key)
      else storage.setItem(key, id)
    }
    return true
  } catch {
    return false
  }
}

/** Headers of one call. */
export function personHeaders(): Record<string, string> {
  return acting === null ? {} : { [personHeader]: acting }
}
