/** Runs one companion over stdin and stdout: `mirohub companion NAME`. */
import type { McpServerFactory } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Companion, Environment } from './companion.ts'

/** Loaded one at a time: a document reader has no use for a sandbox's client. */
const companions = {
  searching: async () => (await import('./searching.ts')).searching,
  reading: async () => (await import('./reading.ts')).reading,
  code: async () => (await import('./code.ts')).code,
  reasoning: async () => (await import('./reasoning.ts')).reasoning,
  vision: async () => (await import('./vision.ts')).vision,
  audio: async () => (await import('./audio.ts')).audio,
} satisfies Record<string, () => Promise<Companion>>

type CompanionName = keyof typeof companions

export function isCompanion(name: string): name is CompanionName {
  return Object.hasOwn(companions, name)
}

export const companionNames: readonly string[] = Object.keys(companions)

/** Resolves when the input has ended. */
export async function serveCompanion(name: CompanionName, env: Environment): Promise<void> {
  const build = await companions[name]()
  const factory: McpServerFactory = () => build(env)
  const handle = serveStdio(factory)
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  await handle.close()
}
