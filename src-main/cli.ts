#!/usr/bin/env node
/** The Node entry: one command, and its exit status. */
import { runCommandLine } from './cli/run.ts'

const status = await runCommandLine(process.argv.slice(2))
// Output to a pipe is asynchronous: leave only when it has gone out.
process.stdout.write('', () => process.exit(status))
