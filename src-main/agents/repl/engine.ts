/**
 * One JavaScript engine with a fixed amount of memory, for the thread that owns it. It knows no files, no network, no
 * process and no clock; what comes in and goes out of it are strings.
 */
import variant from '@jitl/quickjs-ng-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSDeferredPromise,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core'
import { prelude } from './prelude.ts'
import { replProgram } from './program.ts'
import type { EvalEnd, EvalOrder } from './worker-messages.ts'

/** Pages of 64 KiB. The engine's own limit can be outgrown; a memory that cannot grow cannot (quickjs-emscripten #255). */
const MEMORY_PAGES = { initial: 256, maximum: 1024 }
const HEAP_BYTES = 48 * 1024 * 1024
const STACK_BYTES = 256 * 1024
/** QuickJS: a global script in which await may stand at the top; the result is a promise of `{ value }`. */
const ASYNC_SCRIPT = 1 << 7
const JOBS_AT_ONCE = 500
/** For promises that go on after the result; what then still goes on never ends. */
const DRAIN_MS = 100
const ARGS_CHARS = 256 * 1024

export interface EngineEnd {
  readonly end: EvalEnd
  readonly console: string
  readonly isConsoleCut: boolean
  /** The result is there, but what the code had started had not come to an end and was dropped. */
  readonly isUnfinished: boolean
  /** The engine must not be used any more. */
  readonly isSpent: boolean
}

export interface Engine {
  /** One at a time. Never rejects. */
  evaluate(order: EvalOrder): Promise<EngineEnd>
  answer(id: number, json: string): void
  refuse(id: number, message: string): void
}

/** `onCall` hands a call of a tool to the hub, which answers with `answer` or `refuse`. */
export async function createEngine(onCall: (id: number, tool: string, args: string) => void): Promise<Engine> {
  const wasmMemory = new WebAssembly.Memory(MEMORY_PAGES)
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }))
  const runtime = quickjs.newRuntime()
  runtime.setMemoryLimit(HEAP_BYTES)
  runtime.setMaxStackSize(STACK_BYTES)
  return new QuickJsEngine(runtime, runtime.newContext(), onCall)
}

/** What this thread has computed so far: on a busy machine that is less than what a clock shows. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

class QuickJsEngine implements Engine {
  readonly #runtime: QuickJSRuntime
  readonly #vm: QuickJSContext
  readonly #host: QuickJSHandle
  readonly #waiting = new Map<number, QuickJSDeferredPromise>()
  #lastCall = 0
  #console = ''
  #isConsoleCut = false
  #chars = 0
  /** Time spent inside the engine in this evaluation, and since when it has been in there. */
  #spentMs = 0
  #enteredAt: number | null = null
  #limitMs = 0
  #isInterrupted = false
  #wake: (() => void) | null = null

  constructor(runtime: QuickJSRuntime, vm: QuickJSContext, onCall: (id: number, tool: string, args: string) => void) {
    this.#runtime = runtime
    this.#vm = vm
    runtime.setInterruptHandler(() => {
      const running = this.#enteredAt === null ? 0 : threadMs() - this.#enteredAt
      this.#isInterrupted ||= this.#limitMs > 0 && this.#spentMs + running > this.#limitMs
      return this.#isInterrupted
    })
    const call = vm.newFunction('call', (name, args) => {
      const text = vm.getString(args)
      const deferred = vm.newPromise()
      if (text.length > ARGS_CHARS) {
        const error = vm.newError(`The arguments are longer than ${ARGS_CHARS} characters.`)
        deferred.reject(error)
        error.dispose()
        return deferred.handle
      }
      const id = ++this.#lastCall
      this.#waiting.set(id, deferred)
      onCall(id, vm.getString(name), text)
      return deferred.handle
    })
    const emit = vm.newFunction('emit', (line) => this.#emit(vm.getString(line)))
    const make = vm.unwrapResult(vm.evalCode(prelude, 'prelude.js'))
    this.#host = vm.unwrapResult(vm.callFunction(make, vm.undefined, call, emit))
    for (const handle of [call, emit, make]) handle.dispose()
  }

  answer(id: number, json: string): void {
    this.#settle(id, (deferred) => this.#vm.newString(json).consume((text) => deferred.resolve(text)))
  }

  refuse(id: number, message: string): void {
    this.#settle(id, (deferred) => this.#vm.newError(message).consume((error) => deferred.reject(error)))
  }

  #settle(id: number, how: (deferred: QuickJSDeferredPromise) => void): void {
    const deferred = this.#waiting.get(id)
    if (deferred === undefined) return
    this.#waiting.delete(id)
    how(deferred)
    deferred.dispose()
    this.#wake?.()
  }

  async evaluate(order: EvalOrder): Promise<EngineEnd> {
    this.#console = ''
    this.#isConsoleCut = false
    this.#chars = order.chars
    this.#spentMs = 0
    this.#limitMs = order.computeMs
    this.#isInterrupted = false
    let end: EvalEnd
    let isUnfinished = false
    let isSpent = false
    try {
      end = await this.#run(order)
      for (const deferred of this.#waiting.values()) deferred.dispose()
      isUnfinished = this.#waiting.size > 0
      this.#waiting.clear()
      if (end.kind !== 'dead') {
        this.#drain()
        // What goes on without end would take the time of every later evaluation.
        isSpent = this.#isInterrupted || this.#runtime.hasPendingJob()
        isUnfinished ||= isSpent
      }
    } catch (error) {
      // The engine's memory is in an unknown state, whatever it says of it.
      end = this.#death(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    }
    this.#limitMs = 0
    isSpent ||= end.kind === 'dead'
    return { end, console: this.#console, isConsoleCut: this.#isConsoleCut, isUnfinished, isSpent }
  }

  async #run({ code, tools, now }: EvalOrder): Promise<EvalEnd> {
    const vm = this.#vm
    const begun = this.#ask('begin', vm.newNumber(now), vm.newString(JSON.stringify(tools)))
    if (begun === null) return this.#death('The engine could not begin.')
    const program = replProgram(code)
    const evaluated = this.#inside(() => vm.evalCode(program, 'code.js', ASYNC_SCRIPT))
    if (evaluated.error) return evaluated.error.consume((error) => this.#failure(error))
    const promise = evaluated.value
    try {
      for (;;) {
        const state = vm.getPromiseState(promise)
        if (state.type === 'rejected') return state.error.consume((error) => this.#failure(error))
        if (state.type === 'fulfilled') return state.value.consume((box) => this.#value(box))
        if (this.#runtime.hasPendingJob()) {
          const ran = this.#inside(() => this.#runtime.executePendingJobs(JOBS_AT_ONCE))
          if (ran.error) return ran.error.consume((error) => this.#failure(error))
          // Between two stretches, so that answers of tools come in while code goes on.
          if (this.#waiting.size > 0) await new Promise<void>((next) => setImmediate(next))
        } else if (this.#waiting.size > 0) {
          await new Promise<void>((woken) => {
            this.#wake = woken
          })
          this.#wake = null
        } else {
          return { kind: 'thrown', text: 'Error: the code waits for a promise that nothing will ever settle.' }
        }
        this.#isInterrupted ||= this.#spentMs > this.#limitMs
        if (this.#isInterrupted) return this.#death('')
      }
    } finally {
      promise.dispose()
    }
  }

  #value(box: QuickJSHandle): EvalEnd {
    const text = this.#vm.getProp(box, 'value').consume((value) => this.#ask('shown', value.dup()))
    if (text === null) return this.#death('')
    return { kind: 'value', text: text.slice(0, this.#chars).toWellFormed(), isCut: text.length > this.#chars }
  }

  #failure(error: QuickJSHandle): EvalEnd {
    if (this.#isInterrupted) return this.#death('')
    const text = this.#ask('errorText', error.dup())
    if (text === null || /^(?:InternalError|Thrown: null$)/.test(text)) return this.#death(text ?? '')
    return { kind: 'thrown', text: text.slice(0, this.#chars).toWellFormed() }
  }

  #death(text: string): EvalEnd {
    if (this.#isInterrupted) return { kind: 'dead', why: 'too_long', text }
    // A full heap has no room for the error that says so.
    const isMemory = text === '' || text === 'Thrown: null' || /out of memory|memory access|abort/i.test(text)
    return { kind: 'dead', why: isMemory ? 'out_of_memory' : 'engine_failed', text: text.slice(0, 300) }
  }

  /** Calls a function of the prelude, whose arguments it disposes of; its string, or null when it failed. */
  #ask(name: 'begin' | 'shown' | 'errorText', ...args: QuickJSHandle[]): string | null {
    const vm = this.#vm
    try {
      const asked = this.#inside(() =>
        vm.getProp(this.#host, name).consume((method) => vm.callFunction(method, vm.undefined, ...args)),
      )
      if (asked.error) {
        asked.error.dispose()
        return null
      }
      return asked.value.consume((value) => vm.getString(value))
    } finally {
      for (const arg of args) arg.dispose()
    }
  }

  #drain(): void {
    const until = threadMs() + DRAIN_MS
    while (this.#runtime.hasPendingJob() && threadMs() < until && !this.#isInterrupted) {
      const ran = this.#inside(() => this.#runtime.executePendingJobs(JOBS_AT_ONCE))
      ran.error?.dispose()
    }
  }

  #inside<T>(work: () => T): T {
    const startedAt = threadMs()
    this.#enteredAt = startedAt
    try {
      return work()
    } finally {
      this.#enteredAt = null
      this.#spentMs += threadMs() - startedAt
    }
  }

  #emit(line: string): void {
    if (this.#isConsoleCut) return
    const room = this.#chars - this.#console.length
    const text = this.#console === '' ? line : `\n${line}`
    this.#isConsoleCut = text.length > room
    this.#console += text.slice(0, room)
  }
}
