/** One app per userData directory: a lock file, and a socket by which a second instance tells the first its arguments. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface InstanceLock {
  release(): void
}

/** Takes the lock, or tells its owner about this instance and answers null. */
export function takeInstanceLock(userData: string, onSecond: (argv: string[]) => void): InstanceLock | null {
  mkdirSync(userData, { recursive: true })
  const file = join(userData, 'stand-in.lock')
  // A socket's path may not be long, and userData can be.
  const socket = join(tmpdir(), `stand-in-${createHash('sha256').update(userData).digest('hex').slice(0, 16)}.sock`)
  if (isOwned(file)) {
    connect(socket)
      .on('error', () => {})
      .end(JSON.stringify(process.argv))
    return null
  }
  writeFileSync(file, String(process.pid))
  rmSync(socket, { force: true })
  const server: Server = createServer((peer) => {
    let text = ''
    peer.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    peer.on('end', () => {
      const argv: unknown = JSON.parse(text)
      onSecond(Array.isArray(argv) ? argv.map(String) : [])
    })
  })
  server.listen(socket).unref()
  return {
    release() {
      server.close()
      rmSync(socket, { force: true })
      rmSync(file, { force: true })
    },
  }
}

function isOwned(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return true
  } catch {
    return false
  }
}
