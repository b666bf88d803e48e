/** What is filled in becomes exactly that: no argument is touched, no empty value is sent as one. */
import { describe, expect, it } from 'vitest'
import { splitCommand, wordsOf } from '../../../src-renderer/features/servers/add/command-line.ts'
import {
  draftOf,
  emptyForm,
  faultsOf,
  isComplete,
  type ServerForm,
} from '../../../src-renderer/features/servers/add/server-form.ts'

const form = (patch: Partial<ServerForm>): ServerForm => ({ ...emptyForm, name: 'Notes', ...patch })

describe('the form of a server', () => {
  it('passes arguments on as they are: empty ones, blanks, dollar signs', () => {
    const args = ['', ' x ', '$HOME', 'a b']
    expect(draftOf(form({ command: ' npx ', args })).target).toEqual({
      kind: 'stdio',
      command: 'npx',
      args,
      cwd: null,
      env: {},
    })
  })

  it('an empty value is one to fill in later; a row without a name is none', () => {
    const env = [
      { name: ' TOKEN ', value: '' },
      { name: 'MODE', value: ' fast ' },
      { name: '', value: '' },
    ]
    expect(draftOf(form({ command: 'npx', env })).target).toMatchObject({ env: { TOKEN: null, MODE: ' fast ' } })
  })

  it('of an address only what belongs to the chosen way in is sent', () => {
    const target = draftOf(
      form({
        kind: 'http',
        url: 'https://a.example/mcp',
        auth: 'oauth',
        bearer: 'left over',
        scopes: ' a  b ',
        port: '8123',
      }),
    ).target
    expect(target).toMatchObject({
      auth: 'oauth',
      bearer: null,
      oauth: { clientId: null, scopes: ['a', 'b'], redirectPort: 8123 },
    })
    expect(
      draftOf(form({ kind: 'sse', url: 'https://a.example', auth: 'bearer', bearer: 't', port: '9' })).target,
    ).toMatchObject({ bearer: 't', oauth: { redirectPort: null } })
  })

  it('says what is wrong: no web address, no port, a name twice, a value without a name', () => {
    const words = (patch: Partial<ServerForm>) => faultsOf(form(patch)).map((fault) => fault.words)
    expect(words({ kind: 'http', url: 'ftp://a.example' })).toEqual(['form.urlBad'])
    expect(words({ kind: 'http', url: 'a.example' })).toEqual(['form.urlBad'])
    expect(words({ kind: 'http', url: 'https://a.example', auth: 'oauth', port: '65536' })).toEqual(['form.portBad'])
    const twice = [
      { name: 'X-Team', value: 'a' },
      { name: 'x-team', value: 'b' },
    ]
    expect(words({ kind: 'http', url: 'https://a.example', headers: twice })).toEqual(['form.nameTwice'])
    // Names of variables differ by case.
    expect(words({ command: 'npx', env: twice })).toEqual([])
    expect(words({ command: 'npx', env: [{ name: '', value: 'a' }] })).toEqual(['form.nameMissing'])
  })

  it('is complete with a name and what is run or reached', () => {
    expect(isComplete(form({ command: '  ' }))).toBe(false)
    expect(isComplete(form({ command: 'npx' }))).toBe(true)
    expect(isComplete(form({ command: 'npx', name: ' ' }))).toBe(false)
    expect(isComplete(form({ kind: 'http', url: 'http://127.0.0.1:3000/mcp' }))).toBe(true)
  })
})

describe('a line taken apart', () => {
  it('by blanks and quotes, and nothing in it is expanded', () => {
    expect(wordsOf(`npx -y notes --root "/My notes" 'it is' "" $HOME *.md`)).toEqual([
      'npx',
      '-y',
      'notes',
      '--root',
      '/My notes',
      'it is',
      '',
      '$HOME',
      '*.md',
    ])
  })
  it('keeps backslashes of Windows paths, and takes escaped quotes and blanks', () => {
    expect(wordsOf(String.raw`node C:\tools\a.js "say \"hi\" C:\x" My\ notes`)).toEqual([
      'node',
      String.raw`C:\tools\a.js`,
      String.raw`say "hi" C:\x`,
      'My notes',
    ])
  })
  it('an open quote is no line', () => {
    expect(wordsOf('npx "a')).toBeNull()
    expect(splitCommand('npx "a')).toBeNull()
  })
  it('a path with blanks in it is not offered for splitting; one word neither', () => {
    expect(splitCommand(String.raw`C:\Program Files\nodejs\npx.cmd`)).toBeNull()
    expect(splitCommand('/Applications/My App/run')).toBeNull()
    expect(splitCommand(' npx ')).toBeNull()
    expect(splitCommand('uvx notes-mcp --x')).toEqual({ command: 'uvx', args: ['notes-mcp', '--x'] })
  })
})
