/** URI templates as RFC 6570 fills them in: a wrong character would read another resource than the person chose. */
import { describe, expect, it } from 'vitest'
import { fillTemplate, templateVariables } from '../../../src-renderer/features/server/uri-template.ts'

// Variables and expected expansions are the tables of RFC 6570, section 1.2 (levels 1 to 3).
const values = { var: 'value', hello: 'Hello World!', path: '/foo/bar', empty: '', x: '1024', y: '768' }

describe('fillTemplate', () => {
  it.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{+var}', 'value'],
    ['{+hello}', 'Hello%20World!'],
    ['{+path}/here', '/foo/bar/here'],
    ['here?ref={+path}', 'here?ref=/foo/bar'],
    ['X{#var}', 'X#value'],
    ['X{#hello}', 'X#Hello%20World!'],
    ['map?{x,y}', 'map?1024,768'],
    ['{x,hello,y}', '1024,Hello%20World%21,768'],
    ['{+x,hello,y}', '1024,Hello%20World!,768'],
    ['{+path,x}/here', '/foo/bar,1024/here'],
    ['{#x,hello,y}', '#1024,Hello%20World!,768'],
    ['X{.var}', 'X.value'],
    ['X{.x,y}', 'X.1024.768'],
    ['{/var}', '/value'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{;x,y}', ';x=1024;y=768'],
    ['{;x,y,empty}', ';x=1024;y=768;empty'],
    ['{?x,y}', '?x=1024&y=768'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{&x,y,empty}', '&x=1024&y=768&empty='],
    ['{var:3}', 'val'],
  ])('%s is %s', (template, filled) => {
    expect(fillTemplate(template, values)).toBe(filled)
  })

  it('leaves nothing of what was not given, and keeps a slash inside a plain value from becoming a path', () => {
    expect(fillTemplate('a{?missing}{/missing}', {})).toBe('a')
    expect(fillTemplate('file:///{path}', { path: '../etc/passwd' })).toBe('file:///..%2Fetc%2Fpasswd')
  })

  it('does not trip over half a character', () => {
    expect(fillTemplate('{var}', { var: 'a\ud83d' })).toBe('a%EF%BF%BD')
  })
})

describe('templateVariables', () => {
  it('names each once, in order, without operators and modifiers', () => {
    expect(templateVariables('db://{table}/{+path*}{?table,limit:3}')).toEqual(['table', 'path', 'limit'])
    expect(templateVariables('file:///plain')).toEqual([])
  })
})
