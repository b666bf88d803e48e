/** Which addresses a key may go to, and which of them are on this computer. */
import { describe, expect, test } from 'vitest'
import { checkedAddress, isLoopback } from '../../../src-main/agents/models/address.ts'

test.each([
  ['https://api.example.org/v1/', 'https://api.example.org/v1'],
  [' https://api.example.org/v1/chat/completions ', 'https://api.example.org/v1'],
  ['https://api.example.org/v1/models', 'https://api.example.org/v1'],
  ['http://localhost:11434/api/chat', 'http://localhost:11434'],
  ['http://0.0.0.0:8000/v1', 'http://127.0.0.1:8000/v1'],
  ['http://192.168.1.20:1234/v1', 'http://192.168.1.20:1234/v1'],
  ['http://nas:8080', 'http://nas:8080'],
  ['http://box.local/v1', 'http://box.local/v1'],
  ['http://[::1]:8000/v1', 'http://[::1]:8000/v1'],
])('%s becomes %s', (typed, address) => {
  expect(checkedAddress(typed, 'en')).toBe(address)
})

test.each([
  'http://8.8.8.8/v1',
  'http://example.org',
  'http://169.254.169.254.nip.io/v1',
  'file:///etc/passwd',
  'https://',
  'x',
])('%s is refused', (typed) => {
  expect(() => checkedAddress(typed, 'zh-CN')).toThrow(/[\u4e00-\u9fff]/)
})

describe('on this computer', () => {
  test.each([
    'http://localhost',
    'http://LOCALHOST:1',
    'http://a.localhost',
    'http://127.8.9.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
  ])('%s is', (address) => expect(isLoopback(address)).toBe(true))
  test.each([
    'http://192.168.0.2',
    'https://localhost.example.org',
    'https://127.0.0.1.example.org',
    'http://notlocalhost',
    'nonsense',
  ])('%s is not', (address) => expect(isLoopback(address)).toBe(false))
})
