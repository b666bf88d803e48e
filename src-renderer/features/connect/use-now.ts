/** The time, renewed while something on the page says how long ago or how much longer. */
import { useEffect, useState } from 'react'

/** Epoch ms, at most `everyMs` old. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
