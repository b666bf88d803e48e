/** Lines of READMEs: split by quotes alone, refused where a shell would do more. */
import { expect, test } from 'vitest'
import { readLine, wordsOf } from '../../../../src-main/mcp-client/entries/command-line.ts'
import { parseEntries } from '../../../../src-main/mcp-client/entries/parse.ts'

test.each([
  ['a "b c" \'d "e"\' f\\g ""', ['a', 'b c', 'd "e"', 'f\\g', '']],
  ['a "b\\"c" C:\\dir', ['a', 'b"c', 'C:\\dir']],
  ['a https://x.example/?a=1&b=2 --key=<your key>', ['a', 'https://x.example/?a=1&b=2', '--key=<your', 'key>']],
])('%j', (line, words) => {
  expect(wordsOf(line)).toEqual(words)
})

test.each(['a | b', 'a; b', 'a && b', 'a & b', 'a `b`', 'a $(b)', 'a $HOME', 'a "$(b)"', 'a > b', "a 'b", 'a "$HOME"'])(
  '%j needs a shell',
  (line) => {
    expect(wordsOf(line)).toBeNull()
  },
)

test.each([
  [
    'npx -y @a/server-b@1.0.0 /data',
    'server-b',
    { command: 'npx', args: ['-y', '@a/server-b@1.0.0', '/data'], env: {} },
  ],
  ['$ TOKEN=x uvx git-server', 'git-server', { command: 'uvx', args: ['git-server'], env: { TOKEN: 'x' } }],
  [
    'claude mcp add gh -e TOKEN=x --scope user -- npx -y gh --header y',
    'gh',
    { command: 'npx', args: ['-y', 'gh', '--header', 'y'], env: { TOKEN: 'x' } },
  ],
  ['claude mcp add --transport http api https://a.example/mcp --header "Authorization: Bearer t"', 'api', undefined],
  ['codex mcp add x --env A=1 -- node s.js', 'x', { command: 'node', args: ['s.js'], env: { A: '1' } }],
])('%j', (line, name, raw) => {
  const reading = readLine(line)
  expect(reading?.kind).toBe('entry')
  if (reading?.kind !== 'entry') return
  expect(reading.entry.name).toBe(name)
  if (raw !== undefined) expect(reading.entry.raw).toEqual(raw)
})

test('options may stand before the name or behind the address', () => {
  for (const line of [
    'claude mcp add --transport http --header "X-Key: k" api https://a.example/mcp',
    'claude mcp add --transport http api https://a.example/mcp --header "X-Key: k"',
  ]) {
    const [draft] = parseEntries(line)
    expect(draft?.target, line).toMatchObject({ kind: 'http', url: 'https://a.example/mcp', headerNames: ['X-Key'] })
    expect(draft?.values.headers, line).toEqual({ 'X-Key': 'k' })
  }
})

test('JSON inside a line', () => {
  expect(parseEntries(`code --add-mcp '{"name":"a","command":"x","args":["y z"]}'`)[0]).toMatchObject({
    name: 'a',
    target: { command: 'x', args: ['y z'] },
  })
  expect(parseEntries(`claude mcp add-json b '{"type":"http","url":"https://b.example/"}'`)[0]).toMatchObject({
    name: 'b',
    target: { url: 'https://b.example/' },
  })
})

test('an address alone', () => {
  expect(parseEntries(' https://mcp.example.org/mcp ')[0]).toMatchObject({
    name: 'mcp.example.org',
    target: { kind: 'http', url: 'https://mcp.example.org/mcp', auth: 'oauth' },
  })
})

test('a line that only a shell could run is refused with the reason', () => {
  expect(() => parseEntries('npx -y server | tee log')).toThrow('only a shell could run it')
})
