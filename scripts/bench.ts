/** `npm run bench -- NAME [ARGUMENT…]`: runs test/bench/NAME.bench.ts and shows what it prints. */
import { existsSync, globSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inProject, projectRoot } from './project.ts'

const [name, ...rest] = process.argv.slice(2)
const names = globSync('test/bench/*.bench.ts', { cwd: projectRoot }).map((path) => basename(path, '.bench.ts'))

if (name === undefined || !/^[a-z0-9-]+$/.test(name) || !existsSync(inProject('test', 'bench', `${name}.bench.ts`))) {
  process.stderr.write(`usage: npm run bench -- NAME [ARGUMENT…]\nNAME is one of: ${names.sort().join(', ')}\n`)
  process.exit(2)
}

const path = inProject('test', 'bench', `${name}.bench.ts`)
process.argv.splice(1, process.argv.length, path, ...rest)
await import(pathToFileURL(path).href)
