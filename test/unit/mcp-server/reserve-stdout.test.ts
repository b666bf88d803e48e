/** Stray prints: one of them on stdout and the client drops the connection. */
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { reserveStdout } from '../../../src-main/mcp-server/reserve-stdout.ts'

function streams() {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  // What the function uses of the two is what every stream has.
  const reserve = () => reserveStdout(stdout as unknown as NodeJS.WriteStream, stderr as unknown as NodeJS.WriteStream)
  return { stdout, stderr, reserve }
}

it('sends every other write to stderr and its own to stdout', async () => {
  const { stdout, stderr, reserve } = streams()
  const { output, release } = reserve()
  stdout.write('noise')
  output.write('{"jsonrpc":"2.0"}\n')
  await new Promise<void>((resolve) => output.end(Buffer.from('bytes\n'), resolve))
  expect(String(stdout.read())).toBe('{"jsonrpc":"2.0"}\nbytes\n')
  expect(String(stderr.read())).toBe('noise')
  release()
  stdout.write('free again')
  expect(String(stdout.read())).toBe('free again')
})

it('turns a broken pipe into an error of the output, not of the process', async () => {
  const { stdout, reserve } = streams()
  const { output } = reserve()
  const broken = new Promise((resolve) => output.once('error', resolve))
  stdout.emit('error', new Error('EPIPE'))
  expect(await broken).toMatchObject({ message: 'EPIPE' })
})
