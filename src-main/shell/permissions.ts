/** The page needs no camera, place, device or notification: every request for one is refused. */
import type { Session } from 'electron'

/** Copying from the page by its own buttons is the one thing that Chromium asks for and that we want. */
const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

export function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed.has(permission)))
  session.setPermissionCheckHandler((_contents, permission) => allowed.has(permission))
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
}
