/** The signals that ask a command to stop, whoever sends them. */

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Calls `listener` at each of them, however often they come. Returns the function that takes the listener off. */
export function onStopSignals(listener: (signal: string) => void): () => void {
  for (const signal of STOP_SIGNALS) process.on(signal, listener)
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, listener)
  }
}
