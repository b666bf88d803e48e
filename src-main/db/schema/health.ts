/** Tables of health records: what was read from which file, what is derived from it, genotypes. */
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/** Reference table: the catalogue of health/catalogue plus types met in files that the catalogue does not know. */
export const indicator = pgTable('indicator', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  key: text().notNull().unique(),
  name: text().notNull(),
  loinc: text(),
  unit: text().notNull(),
  kind: text().notNull(),
})

/** Reference table: IANA zones met so far. */
export const timeZone = pgTable('time_zone', {
  id: smallint().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
})

/** A device or app that records came from. `priority` is the person's own order (lower wins), null = by `kind`. */
export const source = pgTable(
  'source',
  {
    userId: integer('user_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    /** As the file wrote it, kept for display. */
    name: text().notNull(),
    /** NFKC, quotes and spaces folded, lower case: what identity and matching use. */
    normalName: text('normal_name').notNull(),
    /** 'manual' | 'watch' | 'phone' | 'app' | 'device' | 'lab' | 'sample' */
    kind: text().notNull(),
    model: text(),
    priority: integer(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), uniqueIndex('source_identity').on(t.userId, t.normalName, t.kind)],
)

/** One part of a file that was read (an export.zip is one row for its export.xml). */
export const importFile = pgTable(
  'import_file',
  {
    userId: integer('user_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    /** Groups the parts of one dropped path. */
    jobId: uuid('job_id').notNull(),
    name: text().notNull(),
    part: text(),
    /** Reader id: 'apple-health', '23andme', … or 'sample'. */
    format: text().notNull(),
    sha256: text(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /** 'loading' rows are invisible everywhere; 'removed' keeps the history line after an undo. */
    state: text().$type<'loading' | 'done' | 'removed'>().notNull(),
    isSample: boolean('is_sample').notNull(),
    read: bigint({ mode: 'number' }).notNull(),
    imported: bigint({ mode: 'number' }).notNull(),
    duplicates: bigint({ mode: 'number' }).notNull(),
    skipped: bigint({ mode: 'number' }).notNull(),
    /** Records of earlier files of this format that this newer one no longer holds. */
    absent: bigint({ mode: 'number' }).notNull(),
    /** ImportSummary of health/import/summary.ts: reasons, warnings, spans, indicators. */
    summary: jsonb().$type<Record<string, unknown>>().notNull(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)

export const observation = pgTable(
  'observation',
  {
    userId: integer('user_id').notNull(),
    indicatorId: integer('indicator_id').notNull(),
    startAt: instant('start_at').notNull(),
    /** 64 bits of the identity (health/import/identity.ts): type, start, end, value text, unit, source. */
    fingerprint: bigint({ mode: 'bigint' }).notNull(),
    endAt: instant('end_at').notNull(),
    /** Day the record belongs to in `zone`: of its start, for sleep of its end. */
    localDate: date('local_date', { mode: 'string' }).notNull(),
    zoneId: smallint('zone_id').notNull(),
    sourceId: integer('source_id').notNull(),
    fileId: integer('file_id').notNull(),
    /** In the indicator's canonical unit; null for text values. */
    value: doublePrecision(),
    /** Category or text value. */
    text: text(),
    /** '<', '<=', '>', '>=' for censored values. */
    comparator: text(),
    /** As printed in the file. Null where it equals String(value) and the unit is canonical. */
    rawValue: text('raw_value'),
    rawUnit: text('raw_unit'),
    refLow: doublePrecision('ref_low'),
    refHigh: doublePrecision('ref_high'),
    refText: text('ref_text'),
    flag: text(),
    detail: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.indicatorId, t.startAt, t.fingerprint] })],
)

/** One row per indicator and local day; kept true at import for the touched days. */
export const daily = pgTable(
  'daily',
  {
    userId: integer('user_id').notNull(),
    indicatorId: integer('indicator_id').notNull(),
    localDate: date('local_date', { mode: 'string' }).notNull(),
    /** Merged total (cumulative), mean of samples (instant), minutes (sleep). Canonical unit. */
    value: doublePrecision(),
    mean: doublePrecision(),
    min: doublePrecision(),
    max: doublePrecision(),
    /** Samples, nights or episodes behind the row, text values included. */
    n: integer().notNull(),
    /** Samples with a number. */
    numericN: integer('numeric_n').notNull(),
    sourceIds: integer('source_ids').array().notNull(),
    method: text().notNull(),
    /** Instant indicators: (value float8, count int4) pairs in big-endian order, for exact medians over years. */
    digest: bytea(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.indicatorId, t.localDate] })],
)

/** The same pairs per calendar month, so that a median over years reads months and not days. */
export const monthDigest = pgTable(
  'month_digest',
  {
    userId: integer('user_id').notNull(),
    indicatorId: integer('indicator_id').notNull(),
    /** First of the month. */
    month: date({ mode: 'string' }).notNull(),
    digest: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.indicatorId, t.month] })],
)

/** One cluster of sleep segments (facts: gaps up to 60 min), labelled by the local date of its end. Minutes. */
export const sleepNight = pgTable(
  'sleep_night',
  {
    userId: integer('user_id').notNull(),
    localDate: date('local_date', { mode: 'string' }).notNull(),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    /** The longest cluster of its date is main, the others are naps. */
    isMain: boolean('is_main').notNull(),
    asleep: doublePrecision(),
    inBed: doublePrecision('in_bed'),
    deep: doublePrecision(),
    rem: doublePrecision(),
    core: doublePrecision(),
    awake: doublePrecision(),
    /** Percent, asleep of in bed. */
    efficiency: doublePrecision(),
    sourceId: integer('source_id').notNull(),
    zoneId: smallint('zone_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.localDate, t.startAt] })],
)

/** Rows that a newer full export no longer holds: listed, and removed only when the person asks. */
export const absentObservation = pgTable(
  'absent_observation',
  {
    userId: integer('user_id').notNull(),
    fileId: integer('file_id').notNull(),
    indicatorId: integer('indicator_id').notNull(),
    startAt: instant('start_at').notNull(),
    fingerprint: bigint({ mode: 'bigint' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.fileId, t.indicatorId, t.startAt, t.fingerprint] })],
)

export const genotypeSet = pgTable(
  'genotype_set',
  {
    userId: integer('user_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    fileId: integer('file_id').notNull(),
    vendor: text().notNull(),
    /** 'GRCh37' | 'GRCh38' | 'NCBI36' | null when the data do not tell. */
    build: text(),
    rows: integer().notNull(),
    called: integer().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)

export const genotype = pgTable(
  'genotype',
  {
    userId: integer('user_id').notNull(),
    setId: integer('set_id').notNull(),
    /** '1'…'22', 'X', 'Y', 'MT' */
    chromosome: text().notNull(),
    position: integer().notNull(),
    /** Lower case; vendor ids such as i5000123 kept. */
    rsid: text().notNull(),
    /** Plus strand as the file gives it; null = no-call. */
    genotype: text(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.setId, t.chromosome, t.position, t.rsid] }),
    index('genotype_rsid').on(t.userId, t.rsid),
  ],
)
