// Runs one of the project's scripts on Node 24 or newer. `npm run` puts the pinned Node (the dev dependency `node`) first
// on the PATH; where its install script was not allowed to run, say so instead of failing on the first TypeScript line.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [script, ...rest] = process.argv.slice(2)

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `This script needs Node 24, and Node ${process.versions.node} is running it. The project brings its own Node: run ` +
      '`npm ci` with install scripts allowed (or `npm rebuild node`), then the same command again.',
  )
  process.exit(1)
}
if (script === undefined) {
  console.error('usage: node scripts/node24.mjs SCRIPT [ARGUMENT…]')
  process.exit(2)
}

const path = resolve(script)
process.argv.splice(1, process.argv.length, path, ...rest)
await import(pathToFileURL(path).href)
