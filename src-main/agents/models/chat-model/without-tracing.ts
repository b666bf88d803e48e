/**
 * LangChain sends whole conversations to a tracing service, or through its gateway, when the environment says so. A
 * variable that a person set for other work must not carry their health data there.
 */
const switches = [
  'LANGSMITH_TRACING',
  'LANGSMITH_TRACING_V2',
  'LANGCHAIN_TRACING',
  'LANGCHAIN_TRACING_V2',
  'LANGSMITH_GATEWAY',
] as const

/** Takes the switches out of this process's environment. */
export function withoutTracing(env: Record<string, string | undefined>): void {
  for (const name of switches) delete env[name]
}
