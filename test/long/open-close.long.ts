/** Two hundred programs opened and closed, four at a time: nothing of them stays. Forty are in the normal suite. */
import { afterAll, expect, test } from 'vitest'
import { createBed, ownLeaks, targetOf } from '../integration/launch/launch-bed.ts'

const bed = createBed()
afterAll(() => bed.close())

test.skipIf(process.platform !== 'linux')('no zombie, no open file more', async () => {
  const cycle = async () => {
    const { transport, talk } = bed.launch(targetOf('stdio-server.mjs', ['good']))
    await transport.start()
    await talk.ask('ping')
    await transport.close()
  }
  await cycle()
  const before = ownLeaks()
  for (let round = 0; round < 50; round++) await Promise.all([cycle(), cycle(), cycle(), cycle()])
  const after = ownLeaks()
  expect(after.zombies).toBe(0)
  expect(after.files).toBeLessThanOrEqual(before.files + 2)
})
