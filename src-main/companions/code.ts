/** Code: commands and Python in a sandbox of E2B (e2b.dev), away from this computer. */
import { readFile, writeFile } from 'node:fs/promises'
import { basename, isAbsolute, join, posix } from 'node:path'
import type { Sandbox } from 'e2b'
import * as z from 'zod'
import { type Companion, companionServer, type Environment, setting, textResult, told } from './companion.ts'
import { allowedFile } from './fetching/allowed-files.ts'
import { createWebClient } from './fetching/web-client.ts'

const SANDBOX_LIFE_MS = 30 * 60_000
const COMMAND_LIMIT_MS = 10 * 60_000
const MAX_OUTPUT_CHARS = 100_000

const sandboxId = z.string().min(1).describe('The id that create_sandbox gave.')

export const code: Companion = (env) => {
  const server = companionServer(
    'code',
    'Runs commands and Python in a sandbox on the internet. Make a sandbox first and keep its id.',
  )
  const key = setting(env, 'E2B_API_KEY')
  if (key === null) return server
  const boxes = sandboxes(key, env)
  const writes = { readOnlyHint: false, destructiveHint: false, openWorldHint: true }

  server.registerTool(
    'create_sandbox',
    {
      title: 'Make a sandbox',
      description: 'Makes a sandbox that lives half an hour after its last use, and returns its id.',
      inputSchema: z.object({}),
      annotations: writes,
    },
    () =>
      told(async () => {
        const id = await boxes.create()
        return textResult(`The sandbox ${id} is ready.`, { sandbox_id: id })
      }),
  )
  server.registerTool(
    'run_command',
    {
      title: 'Run a command',
      description: 'Runs a shell command in a sandbox and returns its output and exit code.',
      inputSchema: z.object({ sandbox_id: sandboxId, command: z.string().min(1).describe('The command line.') }),
      annotations: writes,
    },
    ({ sandbox_id, command }, { mcpReq }) =>
      told(async () => outputOf(await boxes.run(sandbox_id, command, mcpReq.signal))),
  )
  server.registerTool(
    'run_python_code',
    {
      title: 'Run Python',
      description:
        'Runs a Python program in a sandbox and returns what it prints. Nothing is kept between calls but files.',
      inputSchema: z.object({ sandbox_id: sandboxId, code_block: z.string().min(1).describe('The program.') }),
      annotations: writes,
    },
    ({ sandbox_id, code_block }, { mcpReq }) =>
      told(async () => outputOf(await boxes.python(sandbox_id, code_block, mcpReq.signal))),
  )
  server.registerTool(
    'upload_file_from_local_to_sandbox',
    {
      title: 'Upload a file',
      description: 'Copies a file of this computer (in a folder that the person allowed) into a sandbox.',
      inputSchema: z.object({
        sandbox_id: sandboxId,
        local_file_path: z.string().min(1).describe('Absolute path on this computer.'),
        sandbox_file_path: z.string().default('/home/user').describe('Folder in the sandbox.'),
      }),
      annotations: writes,
    },
    ({ sandbox_id, local_file_path, sandbox_file_path }) =>
      told(async () => {
        const path = await allowedFile(local_file_path, env)
        return saved(await boxes.write(sandbox_id, posix.join(sandbox_file_path, basename(path)), await readFile(path)))
      }),
  )
  server.registerTool(
    'download_file_from_internet_to_sandbox',
    {
      title: 'Fetch a file into the sandbox',
      description: 'Fetches a file from the web and puts it into a sandbox.',
      inputSchema: z.object({
        sandbox_id: sandboxId,
        url: z.string().min(1).describe('Address of the file.'),
        sandbox_file_path: z.string().default('/home/user').describe('Folder in the sandbox.'),
      }),
      annotations: writes,
    },
    ({ sandbox_id, url, sandbox_file_path }, { mcpReq }) =>
      told(async () => {
        const page = await createWebClient(env).get(url, { signal: mcpReq.signal })
        const name = basename(new URL(page.url).pathname) || 'download'
        return saved(await boxes.write(sandbox_id, posix.join(sandbox_file_path, name), page.bytes))
      }),
  )
  const folder = setting(env, 'DOWNLOAD_FOLDER')
  if (folder !== null && isAbsolute(folder))
    server.registerTool(
      'download_file_from_sandbox_to_local',
      {
        title: 'Download a file',
        description: `Copies a file of a sandbox into ${folder} on this computer. A file of the same name is not replaced.`,
        inputSchema: z.object({
          sandbox_id: sandboxId,
          sandbox_file_path: z.string().min(1).describe('Path in the sandbox.'),
        }),
        annotations: writes,
      },
      ({ sandbox_id, sandbox_file_path }) =>
        told(async () => {
          const path = join(folder, posix.basename(sandbox_file_path))
          await writeFile(path, await boxes.read(sandbox_id, sandbox_file_path), { flag: 'wx' })
          return saved(path)
        }),
    )
  return server
}

interface Output {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
}

function sandboxes(key: string, env: Environment) {
  const apiUrl = setting(env, 'E2B_API_URL')
  const sandboxUrl = setting(env, 'E2B_SANDBOX_URL')
  const options = {
    apiKey: key,
    ...(apiUrl === null ? {} : { apiUrl }),
    ...(sandboxUrl === null ? {} : { sandboxUrl }),
  }
  const open = new Map<string, Sandbox>()
  const find = async (id: string): Promise<Sandbox> => {
    const known = open.get(id)
    if (known !== undefined) {
      await known.setTimeout(SANDBOX_LIFE_MS)
      return known
    }
    const { Sandbox } = await import('e2b')
    const box = await Sandbox.connect(id, { ...options, timeoutMs: SANDBOX_LIFE_MS })
    open.set(id, box)
    return box
  }
  const run = async (id: string, command: string, signal: AbortSignal): Promise<Output> => {
    const { CommandExitError } = await import('e2b')
    const box = await find(id)
    const handle = await box.commands.run(command, { background: true, timeoutMs: COMMAND_LIMIT_MS })
    const stop = () => void handle.kill().catch(() => {})
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await handle.wait()
    } catch (error) {
      // A command that ends with another status has run all the same.
      if (error instanceof CommandExitError) return error
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
  return {
    async create(): Promise<string> {
      const { Sandbox } = await import('e2b')
      const box = await Sandbox.create({ ...options, timeoutMs: SANDBOX_LIFE_MS })
      open.set(box.sandboxId, box)
      return box.sandboxId
    },
    run,
    async python(id: string, program: string, signal: AbortSignal): Promise<Output> {
      const path = `/tmp/program-${crypto.randomUUID()}.py`
      await (await find(id)).files.write(path, program)
      return run(id, `python3 ${path}`, signal)
    },
    async write(id: string, path: string, bytes: Uint8Array): Promise<string> {
      const { path: written } = await (await find(id)).files.write(path, new Blob([Buffer.from(bytes)]))
      return written
    },
    read: async (id: string, path: string): Promise<Uint8Array> =>
      (await find(id)).files.read(path, { format: 'bytes' }),
  }
}

function outputOf({ stdout, stderr, exitCode }: Output) {
  const parts = [
    ...(stdout === '' ? [] : [cut(stdout)]),
    ...(stderr === '' ? [] : [`stderr:\n${cut(stderr)}`]),
    ...(exitCode === 0 ? [] : [`It ended with exit code ${exitCode}.`]),
  ]
  return textResult(parts.length > 0 ? parts.join('\n\n') : 'It ran and printed nothing.', { exit_code: exitCode })
}

function saved(path: string) {
  return textResult(`Written to ${path}.`, { path })
}

function cut(text: string): string {
  return text.length <= MAX_OUTPUT_CHARS
    ? text
    : `${text.slice(0, MAX_OUTPUT_CHARS)}\n[${text.length - MAX_OUTPUT_CHARS} more characters were left out.]`
}
