/** What of a result a page draws, plays or offers to open. */
import { describe, expect, it } from 'vitest'
import { bytesOfBase64 } from '../../../src-renderer/features/server/base64.ts'
import { contentPart, isPicture, isSound, isWebAddress } from '../../../src-renderer/features/server/content-parts.ts'
import { shortened } from '../../../src-renderer/features/server/shortened-result.ts'

describe('contentPart', () => {
  it('knows every type of the protocol', () => {
    expect(contentPart({ type: 'text', text: 'hi' })).toEqual({ kind: 'text', text: 'hi' })
    expect(contentPart({ type: 'audio', data: 'QQ==', mimeType: 'audio/wav' })).toEqual({
      kind: 'audio',
      data: 'QQ==',
      mimeType: 'audio/wav',
    })
    expect(contentPart({ type: 'resource', resource: { uri: 'a:b', text: 'x' } })).toEqual({
      kind: 'resource',
      uri: 'a:b',
      mimeType: null,
      text: 'x',
    })
    expect(contentPart({ type: 'resource', resource: { uri: 'a:b', blob: 'QQ==', mimeType: 'image/png' } })).toEqual({
      kind: 'blob',
      uri: 'a:b',
      mimeType: 'image/png',
      data: 'QQ==',
    })
    expect(contentPart({ type: 'resource_link', uri: 'a:b', name: 'n', title: 'T' })).toMatchObject({
      kind: 'link',
      name: 'T',
    })
  })

  it.each([
    [{ type: 'image', data: 5, mimeType: 'image/png' }],
    [{ type: 'resource', resource: null }],
    [{ type: 'resource', resource: { uri: 'a:b' } }],
    [{ type: 'hologram', data: 'x' }],
    ['text'],
    [null],
  ])('shows what is not whole or not known as it came: %j', (block) => {
    expect(contentPart(block)).toEqual({ kind: 'other', block })
  })
})

describe('what is drawn, played and opened', () => {
  it('draws pictures and plays sounds by their type alone', () => {
    expect([isPicture('image/png'), isPicture('IMAGE/JPEG'), isPicture('image/svg+xml; charset=utf-8')]).toEqual([
      true,
      true,
      true,
    ])
    expect([isPicture('text/html'), isPicture('image/pngx'), isPicture(null), isSound('video/mp4')]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('opens web addresses only', () => {
    expect(isWebAddress('https://example.org/a')).toBe(true)
    for (const other of ['javascript:alert(1)', 'file:///etc/passwd', 'mirohub://add', 'https://', ' https://a.b']) {
      expect(isWebAddress(other), other).toBe(false)
    }
  })
})

describe('bytesOfBase64', () => {
  it('reads it with line breaks and without padding, and says when it is none', () => {
    expect([...(bytesOfBase64('aGVs\nbG8') ?? [])]).toEqual([104, 101, 108, 108, 111])
    expect(bytesOfBase64('no base64: äöü')).toBeNull()
  })
})

describe('shortened', () => {
  it('cuts long data where it stands and touches nothing else', () => {
    const text = 'y'.repeat(3_000)
    const long = {
      content: [
        { type: 'image', data: 'x'.repeat(3_000) },
        { type: 'text', text },
      ],
      data: 'short',
    }
    expect(shortened(long)).toEqual({
      content: [
        { type: 'image', data: `${'x'.repeat(80)}… (3000)` },
        { type: 'text', text },
      ],
      data: 'short',
    })
  })
})
