/** What a child gets of our environment: X5, and rows A5, A6, A7 of the issue bank. */
import { expect, test } from 'vitest'
import { childEnvironment } from '../../../../src-main/mcp-client/launch/child-environment.ts'

const base = {
  platform: 'linux' as NodeJS.Platform,
  env: { HOME: '/home/ann', PATH: '/usr/bin', LANG: 'de_DE.UTF-8', USER: 'ann' },
  home: '/home/ann',
  path: '/opt/bin:/usr/bin',
  entry: {},
  mark: 'f00d',
}

test('X5, row A6: no secret and no switch of ours reaches a child', () => {
  const env = {
    ...base.env,
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: '--require /evil.js',
    OPENAI_API_KEY: 'canary',
    MIROHUB_SECRETS: 'file',
    DATABASE_URL: 'postgres://u:p@h/d',
    SSH_AUTH_SOCK: '/tmp/agent',
    HTTPS_PROXY: 'http://u:p@proxy:1',
  }
  expect(childEnvironment({ ...base, env })).toEqual({
    HOME: '/home/ann',
    LANG: 'de_DE.UTF-8',
    USER: 'ann',
    PATH: '/opt/bin:/usr/bin',
    MIROHUB_LAUNCH: 'f00d',
  })
})

test('row A5: a variable of the entry is added, and takes nothing away', () => {
  const made = childEnvironment({ ...base, entry: { API_KEY: 'k', LANG: 'C' }, run: { TASK_ID: 't1' } })
  expect(made).toMatchObject({ API_KEY: 'k', LANG: 'C', HOME: '/home/ann', PATH: '/opt/bin:/usr/bin', TASK_ID: 't1' })
})

test('row A7: what Windows programs die without is there, whatever the case of its name', () => {
  const made = childEnvironment({
    ...base,
    platform: 'win32',
    env: { windir: 'C:\\Windows', SystemRoot: 'C:\\Windows', ProgramData: 'C:\\ProgramData', Path: 'C:\\x' },
    entry: { Path: 'C:\\mine', temp: 'D:\\t' },
    path: 'C:\\mine;C:\\x',
  })
  expect(made).toMatchObject({ WINDIR: 'C:\\Windows', SYSTEMROOT: 'C:\\Windows', PROGRAMDATA: 'C:\\ProgramData' })
  // One PATH, not two that differ by case.
  expect(Object.entries(made).filter(([name]) => name.toUpperCase() === 'PATH')).toEqual([['PATH', 'C:\\mine;C:\\x']])
  expect(made).not.toHaveProperty('LANG')
})

test.each([
  ['linux', 'C.UTF-8'],
  ['darwin', 'en_US.UTF-8'],
] as const)('an app without a language gives its children one on %s', (platform, lang) => {
  expect(childEnvironment({ ...base, platform, env: {} }).LANG).toBe(lang)
  expect(childEnvironment({ ...base, platform, env: { LC_ALL: 'fr_FR.UTF-8' } })).not.toHaveProperty('LANG')
})

test('a function of bash in a variable is not passed on', () => {
  expect(childEnvironment({ ...base, env: { TERM: '() { :;}; id' } })).not.toHaveProperty('TERM')
})

test('row C31: a proxy reaches the child in both spellings, and is never asked for this computer', () => {
  const made = childEnvironment({ ...base, proxy: { url: 'http://proxy:3128' }, caFile: '/ca.pem' })
  expect(made).toMatchObject({
    HTTPS_PROXY: 'http://proxy:3128',
    http_proxy: 'http://proxy:3128',
    NO_PROXY: 'localhost,127.0.0.1,::1',
    NODE_USE_ENV_PROXY: '1',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
  })
})

test('the proxy of the system is what the environment says, and none where it says none', () => {
  const env = { ...base.env, https_proxy: 'http://p:1', NO_PROXY: '.corp' }
  expect(childEnvironment({ ...base, env, proxy: 'system' })).toMatchObject({
    HTTPS_PROXY: 'http://p:1',
    NO_PROXY: '.corp,localhost,127.0.0.1,::1',
  })
  expect(childEnvironment({ ...base, proxy: 'system' })).not.toHaveProperty('NODE_USE_ENV_PROXY')
  expect(childEnvironment({ ...base, env, proxy: 'none' })).not.toHaveProperty('https_proxy')
})
