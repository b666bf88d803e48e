/** The node that comes with the app, or runs it: for people who have none. */
import { posix, win32 } from 'node:path'
import type { BundledRuntime, Disk } from './resolve-command.ts'

export interface BundledRuntimeQuestion {
  readonly platform: NodeJS.Platform
  /** `process.execPath`. */
  readonly execPath: string
  /** Electron's own program is no node: its fuse against RunAsNode is set. */
  readonly inElectron: boolean
  /** Of a packaged app; a node that is packed with it lies in `node/` there, as its own archive has it. */
  readonly resourcesDir: string | null
}

/** Null when there is none. */
export async function findBundledRuntime(
  { platform, execPath, inElectron, resourcesDir }: BundledRuntimeQuestion,
  disk: Disk,
): Promise<BundledRuntime | null> {
  const paths = platform === 'win32' ? win32 : posix
  const program = platform === 'win32' ? 'node.exe' : 'bin/node'
  const packed = resourcesDir === null ? null : paths.join(resourcesDir, 'node', program)
  const node = packed !== null && (await disk.kind(packed)) === 'program' ? packed : inElectron ? null : execPath
  if (node === null) return null
  // Where node's archives and installers have npm: beside node.exe, or in lib of the directory that holds bin.
  const npmBin =
    platform === 'win32'
      ? win32.join(win32.dirname(node), 'node_modules/npm/bin')
      : posix.join(posix.dirname(node), '../lib/node_modules/npm/bin')
  const script = async (name: string): Promise<string | null> => {
    const path = paths.join(npmBin, name)
    const kind = await disk.kind(path)
    return kind === 'file' || kind === 'program' ? path : null
  }
  return { node, npxScript: await script('npx-cli.js'), npmScript: await script('npm-cli.js') }
}
