/** What an MCP call means to the authorization server: an app's use of its grant, or a client that has to log in. */
import type { OauthTokens } from '../../profiles/oauth-tokens.ts'
import type { McpBackend, ToolAnswer } from '../backend.ts'
import type { McpCaller } from '../identity.ts'
import type { LoginResult } from './login-flow.ts'

export interface AppCalls {
  readonly tokens: Pick<OauthTokens, 'noteTool'>
  /** Null when MCP_LOGIN_RESULT is off. */
  loginResult(origin: string | null, clientName: string | undefined): LoginResult | null
}

const OAUTH_CREDENTIAL = 'oauth:'

/** The backend with both looked after. The registry still decides every call. */
export function withAppCalls(backend: McpBackend, caller: McpCaller, { tokens, loginResult }: AppCalls): McpBackend {
  const { user, credential } = caller
  return {
    ...backend,
    async invoke(call) {
      const answer = await backend.invoke(call)
      if (user !== null && credential?.startsWith(OAUTH_CREDENTIAL)) {
        tokens.noteTool(user.id, credential.slice(OAUTH_CREDENTIAL.length), call.tool)
      }
      if (user !== null || !needsPerson(answer)) return answer
      const result = loginResult(null, call.actor.replace(/^mcp:/, ''))
      if (result === null) return answer
      return { ready: { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result } }
    },
  }
}

function needsPerson(answer: ToolAnswer): boolean {
  return 'ok' in answer && !answer.ok && answer.error.code === 'authorization_required'
}
