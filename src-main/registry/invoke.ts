/** The way of one call through the door: find, allow, identify, check, run, cap, audit. Never throws. */
import { errorKind, errorTrace } from '../log/error-trace.ts'
import type { Logger } from '../log/logger.ts'
import type { ExternalTool } from '../mcp-client/model/external-tools.ts'
import { holdsScope, isAllowed, isBeyondReading } from './access.ts'
import { labelledText } from './approval/labelled-text.ts'
import { type Approved, guarded, passApproval } from './approval/pass-approval.ts'
import { type AuditLog, argsTrace } from './audit-log.ts'
import { type Answer, failed, type Refusal, saysFailure } from './call-answer.ts'
import { DataRefusedError, notShared, withheldClass } from './data-classes.ts'
import { isGroupOff, keptFrom } from './external-access.ts'
import { callExternal, externalFaults } from './external-call.ts'
import { type FindParts, type FoundTool, findTool } from './find-tool.ts'
import { injected } from './parameters.ts'
import type { ToolSwitches } from './switches.ts'
import { textContent } from './text-content.ts'
import { tidyArguments } from './tidy-arguments.ts'
import { runTool } from './tool-run.ts'
import type { ToolCall, ToolContext, ToolDefinition, ToolOutcome } from './types.ts'

export interface InvokeParts extends FindParts {
  readonly audit: Pick<AuditLog, 'write'>
  readonly switches: Pick<ToolSwitches, 'off'>
  readonly services: Pick<ToolContext, 'health' | 'genetics' | 'vocabulary' | 'now'>
  readonly log: Logger
}

interface Passed {
  readonly found: FoundTool
  readonly args: Record<string, unknown>
  readonly notice?: string
}

/** Runs one call. Whatever happens comes back as data, and exactly one audit row is written. */
export async function invokeTool(call: ToolCall, parts: InvokeParts): Promise<ToolOutcome> {
  const started = performance.now()
  let name = String(call.tool)
  let server: string | null = null
  let notice: string | undefined
  let approval: string | null = null
  let answer: Answer
  try {
    const gate = await passGate(call, parts)
    if ('code' in gate) answer = { ok: false, error: gate }
    else {
      const { found } = gate
      name = found.tool.definition.name
      server = found.kind === 'external' ? found.tool.slug : null
      notice = gate.notice
      const passed = await passApproval(guarded(found), gate.args, call)
      approval = passed.how
      answer = passed.refusal ?? (await execute(gate, call, parts))
      if (passed.refusal === null) answer = await handedOn(answer, call, passed)
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
  audit(call, name, server, answer, durationMs, approval, parts)
  if (!answer.ok) return { ok: false, error: answer.error, ...(answer.ask ? { ask: answer.ask } : {}), durationMs }
  const { result, text, success, mcpResult } = answer
  const notices = [notice, answer.notice].filter((one) => one !== undefined).join(' ')
  return {
    ok: true,
    result,
    text,
    success,
    ...(notices === '' ? {} : { notice: notices }),
    ...(mcpResult === undefined ? {} : { mcpResult }),
    durationMs,
  }
}

/** Everything that is decided before the tool's own code runs. */
async function passGate(call: ToolCall, parts: InvokeParts): Promise<Passed | Refusal> {
  const { caller } = call
  const off = caller.user ? await parts.switches.off(caller.user.id) : new Set<string>()
  const match = findTool(String(call.tool), caller, parts, off)
  if ('code' in match) return match
  const { found, notice } = match
  const { definition } = found.tool
  const kept =
    found.kind === 'external' ? keptExternal(found.tool, call, parts, off) : keptOwn(definition, call, parts, off)
  if (kept !== null) return kept
  if (definition.needsIdentity && !caller.user)
    return {
      code: 'authorization_required',
      message: 'Authorization required.',
      hint: `${definition.name} reads a person's own data: send a bearer token made by \`mirohub token\`.`,
    }
  if (!holdsScope(caller.scopes, definition.scope))
    return {
      code: 'insufficient_scope',
      message: `The tool ${definition.name} needs the scope ${definition.scope}.`,
      hint: 'Ask for a token that has it.',
    }
  if (isBeyondReading(definition, caller))
    return {
      code: 'not_allowed',
      message: `The tool ${definition.name} may change something or reach others; this caller only reads.`,
      hint: 'Go on without it. The person can run it in Mirohub itself.',
    }
  const withheld = found.kind === 'own' ? withheldClass(definition.name, caller) : null
  if (withheld !== null) return refusalOf(notShared(withheld))
  const args = tidyArguments(call.args, definition.inputSchema, found.kind === 'external')
  const faults = faultsOf(found, args)
  if (faults.length > 0 || !isRecord(args))
    return {
      code: 'invalid_arguments',
      message: `${definition.name}: ${faults.join(' ')}`,
      hint: `Arguments of ${definition.name}: ${Object.keys(definition.inputSchema.properties ?? {}).join(', ') || 'none'}.`,
    }
  return { found, args, ...(notice === undefined ? {} : { notice }) }
}

function keptOwn(
  { name }: ToolDefinition,
  { caller }: ToolCall,
  { config, external }: InvokeParts,
  off: ReadonlySet<string>,
): Refusal | null {
  if (!isAllowed(name, caller.agent, config))
    return {
      code: 'not_allowed',
      message: `The tool ${name} is not allowed to the agent ${caller.agent}.`,
      hint: `ALLOWED_TOOLS_${caller.agent} and DISALLOWED_TOOLS_${caller.agent} in config.yaml decide this.`,
    }
  if (off.has(name) || isGroupOff(name, caller, external))
    return {
      code: 'switched_off',
      message: `The tool ${name} is switched off.`,
      hint: 'It can be switched on again on the Tools page.',
    }
  return null
}

function keptExternal(
  tool: ExternalTool,
  { caller }: ToolCall,
  { config, external }: InvokeParts,
  off: ReadonlySet<string>,
): Refusal | null {
  const kept = external === undefined ? null : keptFrom(tool, caller, external, config, off)
  if (kept === null) return null
  return {
    code: kept.code,
    message: `The tool ${tool.definition.name} cannot be called. ${kept.reason.en}`,
    hint: kept.hint,
  }
}

function faultsOf(found: FoundTool, args: unknown): readonly string[] {
  // The argument of a stranger's tool may be called `context`; nothing is injected there.
  if (found.kind === 'external') return externalFaults(args, found.tool.definition.inputSchema)
  const given = forged(args)
  return given.length > 0 ? given : found.tool.check(args)
}

/** Identity and services come from the hub alone; an attempt to give them is named as such. */
function forged(args: unknown): string[] {
  if (!isRecord(args)) return []
  return injected.filter((n) => Object.hasOwn(args, n)).map((n) => `${n} is filled in by the hub and cannot be given.`)
}

async function execute({ found, args }: Passed, call: ToolCall, parts: InvokeParts): Promise<Answer> {
  if (found.kind === 'external') return callExternal(found.tool, args, call, found.external)
  const { name } = found.tool.definition
  if (found.kind === 'meta') return returned(await found.tool.run(args, call.caller, call), name)
  const outcome = await runTool(found.tool, args, call, parts.services)
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
    case 'returned':
      return returned(outcome.value, name)
  }
}

/** What a call has read is kept before its result is seen, and strangers' text goes to a model with its border. */
async function handedOn(answer: Answer, { run }: ToolCall, { untrusted }: Approved): Promise<Answer> {
  await run?.settled?.()
  if (!answer.ok || untrusted === null) return answer
  return { ...answer, text: labelledText(untrusted, answer.text) }
}

function returned(value: unknown, name: string): Answer {
  const json = toJson(value)
  if (json === null)
    return failed(
      'tool_failed',
      `${name} returned something that is not JSON.`,
      'A tool returns plain objects, lists, texts, numbers and booleans.',
    )
  const result: unknown = JSON.parse(json)
  return {
    ok: true,
    result,
    text: textContent(result),
    bytes: Buffer.byteLength(json),
    success: !saysFailure(result),
  }
}

function refusalOf({ code, message, hint }: DataRefusedError): Refusal {
  return { code, message, hint }
}

function toJson(value: unknown): string | null {
  try {
    return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? 'null'
  } catch {
    return null
  }
}

function audit(
  call: ToolCall,
  tool: string,
  server: string | null,
  answer: Answer,
  durationMs: number,
  approval: string | null,
  parts: InvokeParts,
): void {
  try {
    const { digest, bytes } = argsTrace(call.args)
    parts.audit.write({
      userId: call.caller.user?.id ?? 0,
      at: parts.services.now(),
      actor: call.caller.actor,
      tool,
      server,
      argsDigest: digest,
      ok: answer.ok && answer.success,
      errorCode: answer.ok ? null : answer.error.code,
      durationMs,
      argsBytes: bytes,
      resultBytes: answer.ok ? answer.bytes : 0,
      // Agents of the hub come in without a credential: what let such a call through is the person's answer.
      credential: call.caller.credential ?? approval,
    })
  } catch (error) {
    parts.log.error('an audit row could not be made', { tool, error: errorTrace(error) })
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
