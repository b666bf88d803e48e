/**
 * Who may import whom, as docs/ARCHITECTURE.md tells it. Imports run downward only; a new edge is a decision, made here.
 * Each row: a folder or file of src-main, and what it may import there besides itself. Everyone may import config and log.
 * Types are counted like values: a type from a far folder is a tie too.
 */
const mayImport = {
  log: [],
  config: [],
  db: ['config'],
  secrets: ['config'],
  profiles: ['db', 'secrets'],
  health: ['db'],
  chat: ['db', 'agents/events', 'api/contract'],
  registry: ['db', 'health', 'profiles', 'mcp-client'],
  'mcp-client': ['db', 'documents', 'secrets'],
  companions: ['documents'],
  skills: ['db', 'documents'],
  documents: [],
  agents: [
    'registry',
    'skills',
    'chat',
    'health',
    'api/contract',
    'db',
    'documents',
    'secrets',
    'profiles',
    'mcp-client',
  ],
  'mcp-server': ['registry', 'mcp-client/model', 'profiles', 'secrets'],
  api: ['agents', 'chat', 'db', 'health', 'mcp-server', 'mcp-client', 'profiles', 'registry', 'secrets', 'skills'],
  'hub-agents.ts': [
    'agents',
    'api',
    'chat',
    'db',
    'documents',
    'health',
    'mcp-client',
    'mcp-server',
    'profiles',
    'registry',
    'secrets',
    'skills',
  ],
  'hub.ts': [
    'hub-agents.ts',
    'agents',
    'api',
    'chat',
    'db',
    'health',
    'mcp-client',
    'mcp-server',
    'profiles',
    'registry',
    'secrets',
    'skills',
  ],
  shell: ['api'],
  'main.ts': ['hub.ts', 'shell', 'cli'],
  cli: [
    'hub.ts',
    'companions',
    'api',
    'agents/events',
    'db',
    'mcp-server',
    'profiles',
    'registry',
    'secrets',
    'health',
  ],
  'cli.ts': ['cli'],
}

const isFile = (name) => name.endsWith('.ts')
const pathOf = (name) => (isFile(name) ? `src-main/${name.replace('.', '\\.')}$` : `src-main/${name}(/|\\.ts$)`)

const downward = Object.entries(mayImport).map(([from, to]) => ({
  name: `downward-${from.replace('.ts', '')}`,
  comment: `src-main/${from} may import ${['config', 'log', ...to].join(', ')}.`,
  severity: 'error',
  from: { path: isFile(from) ? `^${pathOf(from)}` : `^src-main/${from}/` },
  to: {
    path: '^src-main/',
    pathNot: [from, 'config', 'log', ...to].map((name) => `^${pathOf(name)}`),
  },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...downward,
    {
      name: 'no-unknown-folder',
      comment: 'A new folder of src-main needs its row in the table above, and its line in docs/ARCHITECTURE.md.',
      severity: 'error',
      from: { path: '^src-main/', pathNot: Object.keys(mayImport).map((name) => `^${pathOf(name)}`) },
      to: {},
    },
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one file, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'page-knows-the-contract-only',
      comment: 'The page shares the contract and the agent events with the hub, and nothing else.',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: {
        path: '^(src-main|src-preload|tools)/',
        pathNot: ['^src-main/api/contract/', '^src-main/agents/events\\.ts$'],
      },
    },
    {
      name: 'page-takes-types-only',
      comment: 'Code of the hub must not end up in the page.',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: { path: '^src-main/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'hub-never-imports-the-page',
      severity: 'error',
      from: { path: '^(src-main|src-preload|tools)/' },
      to: { path: '^src-renderer/' },
    },
    {
      name: 'preload-stands-alone',
      comment: 'The preload is the boundary: what it could import could leak through it.',
      severity: 'error',
      from: { path: '^src-preload/' },
      to: { path: '^(src-main|src-renderer|tools)/' },
    },
    {
      name: 'tools-take-types-only',
      comment: 'A tool is read as source and gets what it needs through its context.',
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: '^src-main/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'tools-know-services-only',
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: '^src-main/', pathNot: ['^src-main/registry/types\\.ts$', '^src-main/health/'] },
    },
    {
      name: 'electron-in-the-shell-only',
      comment: 'The hub runs without Electron; only the shell and its entry know it.',
      severity: 'error',
      from: { path: '^src-main/', pathNot: ['^src-main/shell/', '^src-main/main\\.ts$'] },
      to: { path: '^(node_modules/)?electron(/|$)' },
    },
    {
      name: 'no-tests-in-the-app',
      severity: 'error',
      from: { path: '^(src-main|src-preload|src-renderer|tools)/' },
      to: { path: '^(test|scripts)/' },
    },
    {
      name: 'not-resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json', '.d.ts'],
    },
  },
}
