/** Tools that are listed only for an account that holds what they read. A call is never gated by data. */

import type { GeneticService } from '../health/genetics/service.ts'
import type { HealthService } from '../health/service.ts'
import type { Logger } from '../log/logger.ts'

export interface DataGate {
  /** Whether the account holds such data; a probe that fails counts as yes. */
  open(userId: number): Promise<boolean>
  /** Why the tool is not listed, for the Tools page. */
  readonly reason: { readonly en: string; readonly zh: string }
}

export function dataGates(
  services: { readonly health: HealthService; readonly genetics: GeneticService },
  log: Logger,
): ReadonlyMap<string, DataGate> {
  const gate = (probe: (userId: number) => Promise<boolean>, en: string, zh: string): DataGate => ({
    reason: { en, zh },
    open: async (userId) => {
      try {
        return await probe(userId)
      } catch (error) {
        log.warn('a data probe failed; the tool stays listed', { error })
        return true
      }
    },
  })
  return new Map([
    [
      'query_health_indicators',
      gate(
        (userId) => services.health.hasRecords(userId),
        'Connected apps do not see it yet, because no health records have been imported.',
        '尚未导入健康记录，因此已连接的应用暂时看不到它。',
      ),
    ],
    [
      'get_genetic_data',
      gate(
        (userId) => services.genetics.hasGenotypes(userId),
        'Connected apps do not see it yet, because no genotype file has been imported.',
        '尚未导入基因型文件，因此已连接的应用暂时看不到它。',
      ),
    ],
  ])
}
