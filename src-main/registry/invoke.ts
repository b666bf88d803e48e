/** The way of one call through the door: find, allow, identify, check, run, cap, audit. Never throws. */
import type { Config } from '../config/config.ts'
import { errorKind, errorTrace } from '../log/error-trace.ts'
import type { Logger } from '../log/logger.ts'
import { holdsScope, isAllowed } from './access.ts'
import { type AuditLog, argsTrace } from './audit-log.ts'
import { DataRefusedError, notShared, withheldClass } from './data-classes.ts'
import { injected } from './parameters.ts'
import type { ToolSwitches } from './switches.ts'
import { textContent } from './text-content.ts'
import { tidyArguments } from './tidy-arguments.ts'
import type { CatalogTool, ToolCatalog } from './tool-catalog.ts'
import { matchToolName } from './tool-names.ts'
import { runTool } from './tool-run.ts'
import type { ToolCall, ToolContext, ToolErrorCode, ToolOutcome } from './types.ts'

export interface InvokeParts {
  readonly catalog: Pick<ToolCatalog, 'tools'>
  readonly audit: Pick<AuditLog, 'write'>
  readonly switches: Pick<ToolSwitches, 'off'>
  readonly config: Pick<Config, 'allowedTools' | 'disallowedTools'>
  readonly services: Pick<ToolContext, 'health' | 'genetics' | 'vocabulary' | 'now'>
  readonly log: Logger
}

interface Refusal {
  readonly code: ToolErrorCode
  readonly message: string
  readonly hint: string
}
type Passed = { readonly tool: CatalogTool; readonly args: Record<string, unknown>; readonly notice?: string }
type Answer =
  | { readonly ok: true; readonly result: unknown; readonly text: string; readonly bytes: number }
  | { readonly ok: false; readonly error: Refusal }

/** Runs one call. Whatever happens comes back as data, and exactly one audit row is written. */
export async function invokeTool(call: ToolCall, parts: InvokeParts): Promise<ToolOutcome> {
  const started = performance.now()
  let name = String(call.tool)
  let notice: string | undefined
  let answer: Answer
  try {
    const gate = await passGate(call, parts)
    if ('code' in gate) answer = { ok: false, error: gate }
    else {
      name = gate.tool.definition.name
      notice = gate.notice
      answer = await execute(gate, call, parts)
    }
  } catch (error) {
    parts.log.error('a tool call failed inside the registry', { tool: name, error: errorTrace(error) })
    answer = {
      ok: false,
      error: {
        code: 'internal',
        message: 'The call failed inside the hub.',
        hint: 'The log of the hub has the details.',
      },
    }
  }
  const durationMs = Math.round((performance.now() - started) * 10) / 10
  audit(call, name, answer, durationMs, parts)
  if (!answer.ok) return { ok: false, error: answer.error, durationMs }
  return {
    ok: true,
    result: answer.result,
    text: answer.text,
    success: !saysFailure(answer.result),
    ...(notice ? { notice } : {}),
    durationMs,
  }
}

/** Everything that is decided before the tool's own code runs. */
async function passGate(call: ToolCall, parts: InvokeParts): Promise<Passed | Refusal> {
  const { caller } = call
  const tools = parts.catalog.tools()
  const reachable = [...tools.keys()].filter((name) => isAllowed(name, caller.agent, parts.config))
  const match = tools.has(call.tool)
    ? { kind: 'exact' as const, name: call.tool }
    : matchToolName(String(call.tool), reachable)
  if (match.kind === 'several')
    return {
      code: 'unknown_tool',
      message: `There is no tool ${call.tool}; several names come close.`,
      hint: `Did you mean ${match.names.join(' or ')}?`,
    }
  const tool = match.kind === 'none' ? undefined : tools.get(match.name)
  if (match.kind === 'none' || !tool)
    return {
      code: 'unknown_tool',
      message: `There is no tool ${String(call.tool).slice(0, 100)}, and no name comes close.`,
      hint: reachable.length > 0 ? `Tools: ${reachable.join(', ')}.` : 'No tools are available to this caller.',
    }
  const { name, needsIdentity, scope, annotations } = tool.definition
  if (match.kind === 'corrected' && annotations.destructiveHint)
    return {
      code: 'unknown_tool',
      message: `There is no tool ${call.tool}.`,
      hint: `Did you mean ${name}? A tool that deletes is never guessed.`,
    }
  if (!isAllowed(name, caller.agent, parts.config))
    return {
      code: 'not_allowed',
      message: `The tool ${name} is not allowed to the agent ${caller.agent}.`,
      hint: `ALLOWED_TOOLS_${caller.agent} and DISALLOWED_TOOLS_${caller.agent} in config.yaml decide this.`,
    }
  if (caller.user && (await parts.switches.off(caller.user.id)).has(name))
    return {
      code: 'switched_off',
      message: `The tool ${name} is switched off.`,
      hint: 'It can be switched on again on the Tools page.',
    }
  if (needsIdentity && !caller.user)
    return {
      code: 'authorization_required',
      message: 'Authorization required.',
      hint: `${name} reads a person's own data: send a bearer token made by \`mirohub token\`.`,
    }
  if (!holdsScope(caller.scopes, scope))
    return {
      code: 'insufficient_scope',
      message: `The tool ${name} needs the scope ${scope}.`,
      hint: 'Ask for a token that has it.',
    }
  const withheld = withheldClass(name, caller)
  if (withheld !== null) return refusalOf(notShared(withheld))
  const args = tidyArguments(call.args, tool.definition.inputSchema)
  const given = forged(args)
  const faults = given.length > 0 ? given : tool.check(args)
  if (faults.length > 0 || !isRecord(args))
    return {
      code: 'invalid_arguments',
      message: `${name}: ${faults.join(' ')}`,
      hint: `Arguments of ${name}: ${Object.keys(tool.definition.inputSchema.properties ?? {}).join(', ') || 'none'}.`,
    }
  return {
    tool,
    args,
    ...(match.kind === 'corrected' ? { notice: `There is no tool ${call.tool}; ${name} was called instead.` } : {}),
  }
}

/** Identity and services come from the hub alone; an attempt to give them is named as such. */
function forged(args: unknown): string[] {
  if (!isRecord(args)) return []
  return injected.filter((n) => Object.hasOwn(args, n)).map((n) => `${n} is filled in by the hub and cannot be given.`)
}

async function execute(passed: Passed, call: ToolCall, parts: InvokeParts): Promise<Answer> {
  const { name } = passed.tool.definition
  const outcome = await runTool(passed.tool, passed.args, call, parts.services)
  switch (outcome.kind) {
    case 'cancelled':
      return failed('cancelled', `${name} was cancelled.`, 'What it did before that is not known here.')
    case 'timeout':
      return failed(
        'timeout',
        `${name} gave no answer within ${Math.round(outcome.limitMs / 100) / 10} s.`,
        'Ask for less at once, or allow it more time.',
      )
    case 'threw': {
      if (outcome.error instanceof DataRefusedError) return { ok: false, error: refusalOf(outcome.error) }
      // The text of an exception may hold data: callers get its kind, the log the places it came from.
      parts.log.error('a tool threw', { tool: name, error: errorTrace(outcome.error) })
      return failed(
        'tool_failed',
        `${name} failed (${errorKind(outcome.error)}).`,
        'Do not repeat the same call; the log of the hub has the details.',
      )
    }
    case 'returned': {
      const json = toJson(outcome.value)
      if (json === null)
        return failed(
          'tool_failed',
          `${name} returned something that is not JSON.`,
          'A tool returns plain objects, lists, texts, numbers and booleans.',
        )
      const result: unknown = JSON.parse(json)
      return { ok: true, result, text: textContent(result), bytes: Buffer.byteLength(json) }
    }
  }
}

function refusalOf({ code, message, hint }: DataRefusedError): Refusal {
  return { code, message, hint }
}

function failed(code: ToolErrorCode, message: string, hint: string): Answer {
  return { ok: false, error: { code, message, hint } }
}

function toJson(value: unknown): string | null {
  try {
    return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? 'null'
  } catch {
    return null
  }
}

function audit(call: ToolCall, tool: string, answer: Answer, durationMs: number, parts: InvokeParts): void {
  try {
    const { digest, bytes } = argsTrace(call.args)
    parts.audit.write({
      userId: call.caller.user?.id ?? 0,
      at: parts.services.now(),
      actor: call.caller.actor,
      tool,
      server: null,
      argsDigest: digest,
      ok: answer.ok && !saysFailure(answer.result),
      errorCode: answer.ok ? null : answer.error.code,
      durationMs,
      argsBytes: bytes,
      resultBytes: answer.ok ? answer.bytes : 0,
      credential: call.caller.credential ?? null,
    })
  } catch (error) {
    parts.log.error('an audit row could not be made', { tool, error: errorTrace(error) })
  }
}

/** A result object that says so itself: `success: false`. */
function saysFailure(result: unknown): boolean {
  return isRecord(result) && result.success === false
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
