/** Whoever types or clicks when a question appears means something else: for this long it takes no yes. */
import { useEffect, useState } from 'react'

const settleMs = 700

export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settleMs)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
