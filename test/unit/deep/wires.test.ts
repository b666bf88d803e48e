/**
 * The loop on every wire: tools are offered, called and answered in each provider's own format, played by aimock, whose
 * authors did not read our adapters.
 */
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { ResolvedModel } from '../../../src-main/agents/models/types.ts'
import { type Brain, toolResults } from '../../fake-models/fake-answer.ts'
import { type FakeWires, startFakeWires } from '../../fake-models/other-wires.ts'
import { type DeepBed, ofType, openDeepBed, textIn, warmUp } from './deep-bed.ts'

beforeAll(warmUp, 120_000)
let wires: FakeWires | null = null
let bed: DeepBed | null = null
afterEach(async () => {
  await bed?.close()
  await wires?.close()
  bed = null
  wires = null
})

const brain: Brain = (question) =>
  toolResults(question).length > 0
    ? { text: `It says ${toolResults(question)[0]?.text}` }
    : { toolCalls: [{ name: 'look', args: { q: 'pulse' } }] }

const cases: readonly (readonly [
  ResolvedModel['wire'],
  ResolvedModel['preset'],
  'openai' | 'anthropic' | 'gemini' | 'ollama',
  boolean | null,
])[] = [
  ['openai', 'openai', 'openai', true],
  ['openai', 'openai', 'openai', false],
  ['anthropic', 'anthropic', 'anthropic', null],
  ['google', 'gemini', 'gemini', null],
  ['ollama', 'ollama', 'ollama', null],
]

it.each(cases)('%s (%s) runs a tool and answers', { timeout: 60_000 }, async (wire, preset, place, reasons) => {
  wires = await startFakeWires(brain)
  bed = await openDeepBed([{ text: 'not asked' }], {
    model: { wire, preset, baseUrl: wires[place], ref: { provider: preset, model: 'fake-model' } },
    info: { reasons },
    tools: [{ name: 'look', run: () => ({ pulse: 58 }) }],
  })
  const events = await bed.answer('How is my pulse?')
  expect(ofType(events, 'error')).toEqual([])
  expect(bed.calls.map(({ tool, args }) => [tool, args])).toEqual([['look', { q: 'pulse' }]])
  expect(textIn(events)).toContain('It says')
  expect(textIn(events)).toContain('58')
  expect(wires.questions[0]?.tools).toContain('look')
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'done' })
})
