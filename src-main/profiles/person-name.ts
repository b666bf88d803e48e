/** What to call the person on their first start, before they tell us. */
import { userInfo } from 'node:os'

/** Account names that name a role, not a person. */
const ROLE_NAMES = new Set(['root', 'admin', 'administrator', 'user', 'ubuntu', 'debian', 'node', 'runner', 'nobody'])

/** The operating system's user name, or "Me" where there is none that names a person. */
export function personName(osUser: () => string = () => userInfo().username): string {
  let name = ''
  try {
    name = osUser().trim()
  } catch {
    // A container's uid without a passwd entry has no name.
  }
  return name === '' || name.length > 80 || ROLE_NAMES.has(name.toLowerCase()) ? 'Me' : name
}
