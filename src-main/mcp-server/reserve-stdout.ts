/** Keeps stdout for JSON-RPC: whatever else a process prints there would break the protocol. */
import { Writable } from 'node:stream'

export interface ReservedStdout {
  /** The real stdout. */
  readonly output: Writable
  /** Gives stdout back, for tests. */
  release(): void
}

/**
 * Sends every later write to `stdout` (`console.log` of a tool, a library's banner, the output of worker threads) to
 * `stderr`, and returns the one way left to the real stdout. Call it before anything else runs.
 */
export function reserveStdout(
  stdout: NodeJS.WriteStream = process.stdout,
  stderr: NodeJS.WriteStream = process.stderr,
): ReservedStdout {
  const original = stdout.write
  const write = original.bind(stdout)
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, encoding, done) {
      if (typeof chunk === 'string') write(chunk, encoding, done)
      else write(chunk, done)
    },
  })
  // A client that closes its end must end the endpoint, not crash it.
  const onError = (error: Error) => output.destroy(error)
  stdout.on('error', onError)
  stdout.write = stderr.write.bind(stderr)
  return {
    output,
    release() {
      stdout.write = original
      stdout.off('error', onError)
    },
  }
}
