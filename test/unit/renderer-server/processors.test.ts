/** What the page offers to be done with results is what the hub can do. */
import { expect, it } from 'vitest'
import { resultProcessors } from '../../../src-main/mcp-client/toolkit/processors.ts'
import { processorIds } from '../../../src-renderer/features/server/processors.ts'

it('lists the processors of the hub in their order', () => {
  expect(processorIds).toEqual(resultProcessors.map((one) => one.id))
})
