/** The command line as tests start it: the build, which is up in half the time, where it is one of these sources. */
import { isBuildStale } from '../../scripts/build-state.ts'
import { inProject } from '../../scripts/project.ts'

export const cliEntry = isBuildStale() ? inProject('src-main', 'cli.ts') : inProject('out', 'main', 'cli.js')
