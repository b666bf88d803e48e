/** A run that looks its answers up shows nothing: every server's tools keep away from the blocked sites. */
import { describe, expect, it } from 'vitest'
import { blockedAddress } from '../../../../src-main/mcp-client/toolkit/blocked-addresses.ts'

const sites = ['huggingface.co/datasets', 'blocked.example']

describe('arguments of a call', () => {
  it.each([
    [{ url: 'https://huggingface.co/datasets/gaia' }],
    [{ url: 'HTTPS://WWW.HuggingFace.co/%64atasets' }],
    [{ requests: [{ page: { uri: ' http://sub.blocked.example:8080/x' } }] }],
    [{ url: 'https://r.jina.ai/https://huggingface.co/datasets/gaia' }],
    [{ url: 'https://translate.example/?u=https%3A%2F%2Fblocked.example%2Fa' }],
  ])('%j leads to a blocked site', (args) => {
    expect(blockedAddress(args, sites)).not.toBeNull()
  })

  it.each([
    [{ url: 'https://huggingface.co/docs' }],
    [{ url: 'https://notblocked.example/' }],
    [{ url: 'https://huggingface.co/datasets-server' }],
    [{ text: 'What is blocked.example about?' }],
    [{ n: 1, ok: true, nothing: null }],
  ])('%j does not', (args) => {
    expect(blockedAddress(args, sites)).toBeNull()
  })

  it('are not looked at where nothing is blocked', () => {
    expect(blockedAddress({ url: 'https://huggingface.co/datasets/gaia' }, [])).toBeNull()
  })
})
