/** Whoever is in a transaction has the session alone; everybody else comes in turn. */

import { expect, test } from 'vitest'
import { SessionQueue } from '../../../src-main/db/session-queue.ts'

const job = (owner: string, what: string) => ({ owner, what })

test('first come, first served', () => {
  const queue = new SessionQueue<string, ReturnType<typeof job>>()
  for (const one of [job('a', '1'), job('b', '2'), job('a', '3')]) queue.add(one)
  expect([queue.take()?.what, queue.take()?.what, queue.take()?.what, queue.take()]).toEqual(['1', '2', '3', null])
})

test('a holder goes first, in its own order, and the others wait until it is done', () => {
  const queue = new SessionQueue<string, ReturnType<typeof job>>()
  queue.add(job('a', 'begin'))
  expect(queue.take()?.what).toBe('begin')
  queue.settle('a', true)
  queue.add(job('b', 'b1'))
  expect(queue.take()).toBeNull()
  expect(queue.isBlocked).toBe(true)
  queue.add(job('a', 'insert'))
  queue.add(job('a', 'commit'))
  expect(queue.take()?.what).toBe('insert')
  queue.settle('a', true)
  expect(queue.take()?.what).toBe('commit')
  queue.settle('a', false)
  expect(queue.take()?.what).toBe('b1')
})

test('a holder that leaves takes its jobs along and is told to clean up', () => {
  const queue = new SessionQueue<string, ReturnType<typeof job>>()
  queue.settle('a', true)
  queue.add(job('a', 'a1'))
  queue.add(job('b', 'b1'))
  expect(queue.drop('b')).toBe(false)
  expect(queue.drop('a')).toBe(true)
  expect(queue.length).toBe(0)
})
