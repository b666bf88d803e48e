/** Declared servers after MiroFlow's config/tool/*.yaml; references are looked up for them alone. */
import { expect, test } from 'vitest'
import { declaredValues, readDeclared } from '../../../../src-main/mcp-client/entries/declared-file.ts'

const env = { SERPER_API_KEY: 'k1', EMPTY: '', NESTED: '${SERPER_API_KEY}' }
/** The real file of the seed, section 3.1. */
const searching = `
name: "tool-searching"
tool_command: "python"
args:
  - "-m"
  - "src.tool.mcp_servers.searching_mcp_server"
env:
  SERPER_API_KEY: "\${oc.env:SERPER_API_KEY}"
  JINA_API_KEY: "\${oc.env:JINA_API_KEY}"
  LIMIT: \${oc.env:LIMIT,10}
tool_blacklist:
  - ["search_and_browse", "sogou_search"]
  - google_search
`

function declared(text: string, file = '/d/a.yaml') {
  const read = readDeclared(file, text, env)
  if ('problem' in read) throw new Error(read.problem.en)
  return read
}
function problem(text: string, file = '/d/a.yaml') {
  const read = readDeclared(file, text, env)
  return 'problem' in read ? read.problem.en : null
}

test('the seed’s own file: command, arguments, names of variables, blacklist', () => {
  const server = declared(searching)
  expect(server).toMatchObject({
    name: 'tool-searching',
    target: {
      kind: 'stdio',
      command: 'python',
      args: ['-m', 'src.tool.mcp_servers.searching_mcp_server'],
      envNames: ['SERPER_API_KEY', 'JINA_API_KEY', 'LIMIT'],
    },
    isOff: false,
    blockedTools: [
      { server: 'search_and_browse', tool: 'sogou_search' },
      { server: 'tool-searching', tool: 'google_search' },
    ],
  })
})

test('values are resolved when they are asked for, with what the environment says then', () => {
  const server = declared(searching)
  const now = declaredValues(server, env)
  expect(now.values.env).toEqual({ SERPER_API_KEY: 'k1', LIMIT: '10' })
  expect(now.missing).toEqual(['JINA_API_KEY'])
  expect(declaredValues(server, { ...env, JINA_API_KEY: 'j' }).values.env.JINA_API_KEY).toBe('j')
})

test('what is run is shown resolved, once: a variable’s value is not read again', () => {
  const server = declared('command: x\nargs: ["${NESTED}", "${NO:-d}", "${EMPTY:-e}"]')
  expect(server.target).toMatchObject({ args: ['${SERPER_API_KEY}', 'd', 'e'] })
})

test('a file without a name is called after itself; JSON and addresses too', () => {
  const server = declared(
    '{"url": "https://x.example/mcp", "headers": {"Authorization": "Bearer ${SERPER_API_KEY}"}, "enabled": false}',
    '/d/remote.json',
  )
  expect(server).toMatchObject({
    name: 'remote',
    isOff: true,
    target: { kind: 'http', headerNames: ['Authorization'] },
  })
  expect(declaredValues(server, env).values.headers).toEqual({ Authorization: 'Bearer k1' })
})

test.each([
  ['command: x\ncommand: y', '/d/a.yaml: line 2: '],
  ['command: [x', '/d/a.yaml: line '],
  ['args: [x]', '/d/a.yaml: It names neither a command nor an address.'],
  ['command: x\nargs: ["${MISSING_ONE}"]', '/d/a.yaml: the environment has no MISSING_ONE.'],
  ['command: x\nevn: {A: b}', '/d/a.yaml: nobody knows what “evn” means.'],
  ['command: x\ntool_command: y', 'they differ'],
  ['command: x\nenv: [A]', '“env” and “headers” are to be names with texts'],
  ['command: x\ntool_blacklist: [[a]]', '“tool_blacklist” is to be a list of tools'],
  ['just text', '/d/a.yaml: line 1'],
])('%j is one problem that names the file', (text, said) => {
  expect(problem(text)).toContain(said)
})
