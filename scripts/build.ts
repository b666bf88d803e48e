/**
 * `npm run build`: the three bundles and the MCP Apps views into `out/`, and beside them, when it is missing or stale, the packed empty database
 * that new data directories start from. Both at once: they need one core each.
 */
import { rmSync } from 'node:fs'
import { writeStamp } from './build-state.ts'
import { inProject, packageProgram, run } from './project.ts'

const startedAt = Date.now()
// Until the new stamp is written the build counts as unfinished.
rmSync(inProject('out', 'build.json'), { force: true })

async function buildTemplate(): Promise<boolean> {
  const result = await run(process.execPath, [inProject('scripts', 'build-template.ts')])
  // A fault in minified code quotes the whole file it is in.
  const lines = result.output.split('\n').map((line) => (line.length > 300 ? `${line.slice(0, 300)} …` : line))
  if (result.status !== 0) process.stderr.write(`Making the empty database failed:\n${lines.join('\n')}\n`)
  return result.status === 0
}

async function buildViews(): Promise<boolean> {
  const result = await run(process.execPath, [inProject('scripts', 'build-views.ts')])
  if (result.output.trim() !== '') process.stderr.write(result.output)
  return result.status === 0
}

async function buildBundles(): Promise<boolean> {
  const program = packageProgram('electron-vite')
  const result = await run(process.execPath, [program, 'build', '--logLevel', 'warn'])
  if (result.output.trim() !== '') process.stderr.write(result.output)
  return result.status === 0
}

const results = await Promise.all([
  buildTemplate(),
  buildBundles().then(async (isGood) => isGood && (await buildViews())),
])
if (results.includes(false)) process.exit(1)
writeStamp(startedAt)
process.stderr.write(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.\n`)
