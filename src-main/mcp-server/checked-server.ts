/** The SDK's server, but for params that do not fit their method, which it calls an internal error (-32603). */
import {
  INVALID_PARAMS,
  type JSONRPCRequest,
  ProtocolError,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { isObject } from './json-rpc.ts'

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

export class CheckedServer extends Server {
  /** The SDK checks params before it calls the handler, and throws at once: a handler of ours rejects later. */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    return super._wrapHandler(method, async (request, context) => {
      let running: Promise<Result>
      try {
        running = handler(request, context)
      } catch (error) {
        if (error instanceof ProtocolError) throw error
        // Its words list what the schema wants, and hold nothing that was sent.
        const { message } = error instanceof Error ? error : { message: '' }
        throw new ProtocolError(INVALID_PARAMS, `Invalid params of ${method}: ${issuesIn(message)}`)
      }
      return running
    })
  }
}

/** "params.uri: Invalid input: expected string, received undefined" of the schema's list of issues. */
function issuesIn(message: string): string {
  try {
    const issues: unknown = JSON.parse(message)
    if (!Array.isArray(issues)) return message
    return issues.map((issue: unknown) => (isObject(issue) ? `${where(issue.path)}: ${issue.message}` : '')).join('; ')
  } catch {
    return message
  }
}

function where(path: unknown): string {
  return Array.isArray(path) ? path.join('.') : ''
}
