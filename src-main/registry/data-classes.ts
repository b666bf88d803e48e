/**
 * Kinds of personal data, and what a caller is kept from. The services that a tool gets are made for its caller: they
 * answer for that caller's person alone, and a kind that is not shared refuses every question, whichever tool asks.
 */
import type { GeneticService } from '../health/genetics/service.ts'
import type { HealthService } from '../health/service.ts'
import type { Caller, DataClass, ToolContext } from './types.ts'

/** What the packaged tools read; a tool that is not here is asked nothing and bound by its services all the same. */
const CLASS_OF_TOOL: ReadonlyMap<string, DataClass> = new Map([
  ['query_health_indicators', 'health'],
  ['get_genetic_data', 'genetics'],
])

export type DataRefusalCode = 'authorization_required' | 'not_shared'

/** Thrown at a tool by a service that its caller may not ask. */
export class DataRefusedError extends Error {
  override readonly name = 'DataRefusedError'
  readonly code: DataRefusalCode
  readonly hint: string
  constructor(code: DataRefusalCode, message: string, hint: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

const WORDS: Readonly<Record<DataClass, { readonly en: string; readonly zh: string }>> = {
  health: { en: 'health records', zh: '健康记录' },
  genetics: { en: 'genetic data', zh: '基因数据' },
}

/** The class that this tool reads and this caller may not; null when nothing keeps them. */
export function withheldClass(tool: string, caller: Pick<Caller, 'dataClasses'>): DataClass | null {
  const kind = CLASS_OF_TOOL.get(tool)
  return kind === undefined || mayRead(caller, kind) ? null : kind
}

export function notShared(kind: DataClass): DataRefusedError {
  const what = WORDS[kind].en
  return new DataRefusedError(
    'not_shared',
    `The ${what} of this person are not shared with the one who asks.`,
    `The person whose ${what} these are can share them in Mirohub, under Settings, People.`,
  )
}

/** Why a tool is not listed, for the Tools page. */
export function notSharedReason(kind: DataClass): { en: string; zh: string } {
  return {
    en: `The ${WORDS[kind].en} of this person are not shared with this caller.`,
    zh: `此人没有与该调用方共享${WORDS[kind].zh}。`,
  }
}

function mayRead({ dataClasses }: Pick<Caller, 'dataClasses'>, kind: DataClass): boolean {
  return dataClasses === null || dataClasses === undefined || dataClasses.includes(kind)
}

/** The two services as this caller's tools may use them. Every method is named: a new one has to be decided on here. */
export function servicesFor(
  caller: Pick<Caller, 'user' | 'dataClasses'>,
  { health, genetics }: Pick<ToolContext, 'health' | 'genetics'>,
): Pick<ToolContext, 'health' | 'genetics'> {
  return {
    health: boundHealth(health, gateOf(caller, 'health')),
    genetics: boundGenetics(genetics, gateOf(caller, 'genetics')),
  }
}

/** Throws unless `userId` is the caller's own person and the kind is shared. */
type Gate = (userId: number) => void

function gateOf(caller: Pick<Caller, 'user' | 'dataClasses'>, kind: DataClass): Gate {
  const ownId = caller.user?.id
  const shared = mayRead(caller, kind)
  return (userId) => {
    if (ownId === undefined) {
      const hint = 'Send a bearer token made by `mirohub token`.'
      throw new DataRefusedError('authorization_required', 'Authorization required.', hint)
    }
    if (!shared || userId !== ownId) throw notShared(kind)
  }
}

function boundHealth(health: HealthService, gate: Gate): HealthService {
  return {
    async sleepNights(userId, startDate, endDate) {
      gate(userId)
      return health.sleepNights(userId, startDate, endDate)
    },
    async query(userId, query) {
      gate(userId)
      return health.query(userId, query)
    },
    async search(userId, keywords) {
      gate(userId)
      return health.search(userId, keywords)
    },
    async catalog(userId) {
      gate(userId)
      return health.catalog(userId)
    },
    async overview(userId) {
      gate(userId)
      return health.overview(userId)
    },
    async hasRecords(userId) {
      gate(userId)
      return health.hasRecords(userId)
    },
    // What an indicator is, says nothing of a person.
    definition: (key) => health.definition(key),
  }
}

function boundGenetics(genetics: GeneticService, gate: Gate): GeneticService {
  return {
    async query(userId, query) {
      gate(userId)
      return genetics.query(userId, query)
    },
    async hasGenotypes(userId) {
      gate(userId)
      return genetics.hasGenotypes(userId)
    },
    async sets(userId) {
      gate(userId)
      return genetics.sets(userId)
    },
  }
}
