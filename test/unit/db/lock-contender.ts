/** Process that tries to take a lock, says how that went, and holds what it got until it is killed. */

import { acquireLock } from '../../../src-main/db/lock.ts'

try {
  acquireLock(process.argv[2] ?? '')
  process.stdout.write('GOT\n')
  setInterval(() => {}, 1000)
} catch (error) {
  process.stdout.write(`${error instanceof Error && 'code' in error ? String(error.code) : ''} ${String(error)}\n`)
}
