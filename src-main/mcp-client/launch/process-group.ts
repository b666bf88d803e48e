/** Signals to a child and to everything that it started. */
import { spawn } from 'node:child_process'

/**
 * Unix: to the process group that `pid` leads. Windows knows no groups and no polite end for a program without a
 * window: SIGKILL ends the tree of `pid`, SIGTERM does nothing there.
 */
export async function signalGroup(
  pid: number,
  signal: 'SIGTERM' | 'SIGKILL',
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  if (platform === 'win32') {
    if (signal === 'SIGKILL') await taskkill(pid)
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // Nobody of the group is left, or what is left is another user's by now.
  }
}

function taskkill(pid: number): Promise<void> {
  return new Promise((resolve) => {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
      .once('error', () => resolve())
      .once('close', () => resolve())
  })
}
