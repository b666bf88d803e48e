/** What to install for a well-known command that is not there. */
import { win32 } from 'node:path'
import type { Bilingual } from '../../config/bilingual.ts'

const get = (program: string, from: string): Bilingual<string> => ({
  en: `Install ${program} (${from}), then start the server again.`,
  zh: `请安装 ${program}（${from}），然后重新启动该服务器。`,
})

const node = get('Node.js', 'https://nodejs.org')
const uv = get('uv', 'https://docs.astral.sh/uv')
const python = get('Python', 'https://www.python.org')
const docker = get('Docker', 'https://docs.docker.com/get-started/get-docker')

const hints: Readonly<Record<string, Bilingual<string>>> = {
  node,
  npm: node,
  npx: node,
  corepack: node,
  pnpm: get('pnpm', 'https://pnpm.io/installation'),
  pnpx: get('pnpm', 'https://pnpm.io/installation'),
  yarn: get('Yarn', 'https://yarnpkg.com'),
  bun: get('Bun', 'https://bun.sh'),
  bunx: get('Bun', 'https://bun.sh'),
  deno: get('Deno', 'https://deno.com'),
  uv,
  uvx: uv,
  python,
  python3: python,
  pip: python,
  pipx: get('pipx', 'https://pipx.pypa.io'),
  poetry: get('Poetry', 'https://python-poetry.org'),
  docker,
  podman: get('Podman', 'https://podman.io'),
  go: get('Go', 'https://go.dev/doc/install'),
  cargo: get('Rust', 'https://rustup.rs'),
  java: get('Java', 'https://adoptium.net'),
  dotnet: get('.NET', 'https://dotnet.microsoft.com/download'),
  php: get('PHP', 'https://www.php.net'),
  ruby: get('Ruby', 'https://www.ruby-lang.org'),
}

const any: Bilingual<string> = {
  en: 'Install the program, or write the full path of it as the command.',
  zh: '请安装该程序，或把它的完整路径填为命令。',
}

/** By the name of the program, whatever its folder and ending. */
export function installHint(command: string): Bilingual<string> {
  const name = win32
    .basename(command)
    .toLowerCase()
    .replace(/\.(exe|cmd|bat)$/, '')
  return Object.hasOwn(hints, name) ? (hints[name] ?? any) : any
}
