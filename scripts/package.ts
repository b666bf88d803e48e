/** `npm run package [-- ELECTRON-BUILDER-OPTION…]`: builds, then packs for this platform into `dist/`. */
import { isBuildStale } from './build-state.ts'
import { inProject, packageProgram, run } from './project.ts'

if (isBuildStale()) {
  const build = await run(process.execPath, [inProject('scripts', 'build.ts')], { stdio: 'inherit' })
  if (build.status !== 0) process.exit(1)
}
const args = [packageProgram('electron-builder'), '--publish', 'never', ...process.argv.slice(2)]
const result = await run(process.execPath, args, { stdio: 'inherit' })
process.exit(result.status ?? 1)
