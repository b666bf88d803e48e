/** As much of the prebuilt package as is used: it declares itself under its own name, and here it stands in for `node-pty`. */
declare module 'node-pty' {
  export interface Disposable {
    dispose(): void
  }
  export interface Terminal {
    readonly pid: number
    onData(listener: (data: string) => void): Disposable
    onExit(listener: (end: { exitCode: number; signal?: number }) => void): Disposable
    pause(): void
    resume(): void
  }
  export interface TerminalOptions {
    readonly cols: number
    readonly rows: number
    readonly cwd: string
    readonly env: Readonly<Record<string, string>>
  }
  export function spawn(program: string, args: readonly string[], options: TerminalOptions): Terminal
}
