/** English answers. */
import type { GenotypeAnswer } from '../../health/genetics/service.ts'
import { plural } from './measures.ts'
import type { DeclineReason } from './plan.ts'
import type { Figures, Voice } from './voice.ts'

/** "Resting heart rate" inside a sentence; abbreviations keep their capitals. */
function inline(name: string): string {
  return /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

function list(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

const sampled = (f: Figures): boolean => f.kind === 'instant' || f.kind === 'lab'
const unit = (f: Figures): string => (f.night ? 'night' : 'day')

/** "30 readings on 28 days", "28 nights". */
function basis(f: Figures): string {
  if (sampled(f)) return `${plural('reading', f.count)} on ${plural('day', f.days)}`
  return `${plural(unit(f), f.days)} with data`
}

function on(dates: readonly string[]): string {
  if (dates.length === 0) return ''
  return dates.length > 3 ? ` on ${dates.length} days, first on ${dates[0]}` : ` on ${list(dates)}`
}

const spaced = (text: string): string => (text === '' ? '' : ` ${text}`)

/** "steps were", "weight was": names of counted things are plural. */
const isMany = (name: string): boolean => /[^su]s$/i.test(name) && !/is$/i.test(name)
const was = (name: string): string => (isMany(name) ? 'were' : 'was')

/** "; lowest 58 bpm, highest 62 bpm", with the days where days are what is compared. */
function range(f: Figures): string {
  if (!f.min || !f.max || f.count < 2) return ''
  const what = sampled(f) ? '' : ` ${unit(f)}`
  const dates = (list: readonly string[]) => (sampled(f) ? '' : on(list))
  return `; lowest${what} ${f.min}${dates(f.minDates)}, highest${what} ${f.max}${dates(f.maxDates)}`
}

/** How the records were read, so that two calls of one answer can be told apart. */
const readAs: Readonly<Record<string, string>> = {
  stats: 'statistics',
  day: 'by day',
  week: 'by week',
  month: 'by month',
  none: 'each record',
}

export const english: Voice = {
  average(f) {
    const head = `Your average ${inline(f.name)} ${f.period.text} ${was(f.name)} ${f.average}`
    if (sampled(f)) return `${head}, from ${basis(f)}${range(f)}.`
    if (f.oneDay) return english.total(f)
    const sum = f.total && f.kind !== 'sleep' ? `; ${f.total} in total` : ''
    return `${head} a ${unit(f)}, over ${basis(f)}${range(f)}${sum}.`
  },
  median: (f) => `The median of your ${inline(f.name)} ${f.period.text} was ${f.median}, from ${basis(f)}.`,
  total(f) {
    if (f.oneDay) return `Your ${inline(f.name)} ${f.period.text}: ${f.total ?? f.average}.`
    return `Your ${inline(f.name)} ${f.period.text} came to ${f.total} in total, on average ${f.average} a ${unit(f)} over ${basis(f)}.`
  },
  extreme(f, which) {
    const value = which === 'max' ? f.max : f.min
    const dates = which === 'max' ? f.maxDates : f.minDates
    return `Your ${which === 'max' ? 'highest' : 'lowest'} ${inline(f.name)} ${f.period.text} ${was(f.name)} ${value}${on(dates)}, out of ${basis(f)}.`
  },
  count(f) {
    if (f.kind === 'event' && isMany(f.name))
      return `There were ${f.count} ${inline(f.name)} ${f.period.text}, on ${plural('day', f.days)}.`
    const what =
      f.kind === 'event' ? plural('entry', f.count) : sampled(f) ? plural('reading', f.count) : plural(unit(f), f.days)
    return `There are ${what} of ${inline(f.name)} ${f.period.text}, on ${plural('day', f.days)}.`
  },
  series(f, bucket) {
    const means = bucket === 'day' ? '' : `; each ${bucket} stands for the mean of its days`
    const sum = f.total ? `; ${f.total} in total` : ''
    const per = bucket === 'day' ? unit(f) : bucket
    const each = sampled(f) ? '' : ` a ${unit(f)}`
    return `Your ${inline(f.name)} per ${per} ${f.period.text}: ${plural(unit(f), f.days)} with data, on average ${f.average}${each}${range(f)}${sum}${means}.`
  },
  latest(f) {
    const where = f.inPeriod ? ` ${f.inPeriod.text}` : ''
    return `Your latest ${inline(f.name)}${where} ${isMany(f.name) ? 'are' : 'is'} ${f.value}, recorded ${f.when}.`
  },
  history: (f, shown) =>
    `There are ${basis(f)} of ${inline(f.name)} ${f.period.text}; the newest ${shown} are in the table behind the tool line, the chart shows them in order.`,
  trend(f) {
    const ends = `from ${f.first} on ${f.firstDate} to ${f.last} on ${f.lastDate}`
    if (!f.enough)
      return `There are too few days of ${inline(f.name)} ${f.period.text} for a trend (${plural('day', f.days)} with data; it takes 7 over two weeks): it went ${ends}.`
    if (f.direction === 'unclear')
      return `Your ${inline(f.name)} ${f.period.text} ${isMany(f.name) ? 'show' : 'shows'} no clear trend: the days scatter more than the line through them changes (${f.per30Days} per 30 days over ${plural('day', f.days)} with data, R² ${(f.r2 ?? 0).toFixed(2)}), ${ends}.`
    const way = f.direction === 'flat' ? 'stayed level' : f.direction === 'up' ? 'went up' : 'went down'
    const fit = f.r2 === null ? '' : `, R² ${f.r2.toFixed(2)}`
    return `Your ${inline(f.name)} ${f.period.text} ${way}: ${f.per30Days} per 30 days along the line through ${plural('day', f.days)} with data${fit}, ${ends}.`
  },
  compare(f) {
    const per = sampled(f.a) ? '' : ` a ${unit(f.a)}`
    const side = (x: Figures) => `${x.average}${per} ${x.period.text} (${basis(x)})`
    const gap =
      f.direction === 'same'
        ? 'no difference'
        : `a difference of ${f.difference}${per}${f.percent ? ` (${f.percent})` : ''}`
    const care = f.thin ? ' One side has fewer than 7 days, so take it with care.' : ''
    return `Your average ${inline(f.a.name)} ${was(f.a.name)} ${side(f.a)}, against ${side(f.b)}: ${gap}.${care}`
  },
  sleep(f) {
    const parts = [f.inBed ? `in bed ${f.inBed}` : '', f.efficiency ? `sleep efficiency ${f.efficiency}` : ''].filter(
      Boolean,
    )
    const stages = f.stages.length > 0 ? `: ${f.stages.map((s) => `${inline(s.name)} ${s.value}`).join(', ')}` : ''
    if (f.asleep === null)
      return `Time asleep is not recorded ${f.period.text}, only time in bed: ${f.inBed} ${f.oneNight ? '' : `a night on average, over ${plural('night', f.nights)}`}`
        .trim()
        .concat('.')
    if (f.oneNight)
      return `The night that ended ${f.period.text} you slept ${f.asleep}${parts.length > 0 ? `, ${list(parts)}` : ''}${stages}.`
    const range =
      f.longest && f.shortest
        ? ` The longest night was ${f.longest.value} (${f.longest.date}), the shortest ${f.shortest.value} (${f.shortest.date}).`
        : ''
    return `You slept ${f.asleep} a night on average${spaced(f.period.text)}, over ${plural('night', f.nights)} with data${parts.length > 0 ? `, ${list(parts)}` : ''}${stages}.${range}`
  },
  days(f) {
    const bound = { over: 'over', atLeast: 'at least', under: 'under', atMost: 'at most' }[f.comparison]
    const which = f.dates.length > 0 ? `: ${f.dates.join(', ')}${f.matching > f.dates.length ? ' …' : ''}` : ''
    return `${f.matching} of ${plural(f.night ? 'night' : 'day', f.days)} with data ${f.period.text} had ${bound} ${f.bound}${f.bound.endsWith(inline(f.name)) ? '' : ` (${inline(f.name)})`}${which}.`
  },
  nothing(name, period, coverage) {
    const exists = coverage
      ? ` Your records of ${inline(coverage.name)} run from ${coverage.first} to ${coverage.last}.`
      : ''
    return `Nothing is recorded for ${inline(name)} ${period.text}.${exists}`
  },
  notRecorded: (names, have) =>
    `There are no records of ${list(names.map(inline))} for you, so there is no figure to give.${have.length > 0 ? ` What you do have: ${list(have.map(inline))}.` : ''}`,
  notShared: (name) => `${name} does not share health records with you, so there is nothing to read here.`,
  noData: () =>
    'There are no health records here yet. Import an Apple Health export or another file first; then questions like "average resting heart rate last month" have an answer.',
  catalogue: (have) =>
    `You have records of ${plural('indicator', have.length)}: ${have
      .slice(0, 12)
      .map((c) => `${inline(c.name)} (${c.first} to ${c.last})`)
      .join(', ')}${have.length > 12 ? ` and ${have.length - 12} more` : ''}.`,
  genotypes(result) {
    const source = result.set ? ` (${result.set.vendor}, build ${result.set.build ?? 'unknown'})` : ''
    const note = result.results.some((r) => r.status === 'not_on_chip')
      ? ' A marker that is not on the chip was never measured; that says nothing about you.'
      : ''
    return `${result.results.map(genotypeSentence).join(' ')}${source ? ` Read from ${result.set?.file ?? 'your file'}${source}.` : ''}${note} What a genotype means is not judged here.`
  },
  declined: (reason, detail) => declineTexts[reason](detail),
  guessed: (words, name) => `I took "${words}" to mean ${inline(name)}.`,
  ignored: (words) => `Not taken into account: ${words.join(', ')}.`,
  running: () => 'Today is not over yet.',
  canAsk: () => 'You can ask, for example:',
  smallPrint: (sources) => `Quick answer, no AI model${sources.length > 0 ? ` · Source: ${sources.join(', ')}` : ''}`,
  chartTitle: (name, bucket) => (bucket ? `${name} per ${bucket}` : name),
  readLabel: (names, period, aggregate) =>
    names.length === 0
      ? 'Read which indicators there are'
      : `Read ${[list(names.map(inline)), period, readAs[aggregate]].filter(Boolean).join(', ')}`,
  genotypeLabel: (rsids) =>
    `Look up ${rsids.slice(0, 3).join(', ')}${rsids.length > 3 ? ` and ${rsids.length - 3} more` : ''}`,
  failed: (message) => `The answer could not be read: ${message}`,
}

function genotypeSentence(r: GenotypeAnswer): string {
  const where = r.chromosome ? ` (chromosome ${r.chromosome}, position ${r.position})` : ''
  if (r.status === 'found') return `${r.rsid}: your genotype is ${r.genotype}${where}.`
  if (r.status === 'no_call') return `${r.rsid}: it is on the chip, but could not be read (no-call)${where}.`
  return `${r.rsid}: it is not on this chip.`
}

const declineTexts: Readonly<Record<DeclineReason, (detail: string) => string>> = {
  judgement: () =>
    'This question needs judgement, and a quick answer only reads numbers from your records: it does not say why, what is normal or risky, or what to do. Ask for the numbers themselves, and take them to a doctor where it matters.',
  unknown: (detail) =>
    `I could not tell which of your records this is about${detail ? ` (${detail})` : ''}. Name an indicator and a time, for example "average resting heart rate last month".`,
  'too-many': (count) => `That is ${count} things at once; a quick answer takes up to three. Ask for them in turn.`,
  'unclear-time': (words) =>
    `I do not know which dates "${words}" means. Name them, for example "from 2025-06-01 to 2025-06-30" or "in June 2025".`,
  'part-of-day': (words) =>
    `A quick answer works with whole days and cannot pick out "${words}". Ask without it, or open the indicator's readings on the Health page.`,
  'too-many-periods': () => 'A quick answer compares two times at most. Ask for two of them.',
  'compare-what': () => 'To compare, name two times, for example "resting heart rate this month vs last month".',
  future: () => 'That time has not come yet, and a quick answer does not predict. Ask about days that are over.',
}
