/** One plain sentence on how the numbers of an answer came about, in the person's language. */
import { hasDigest } from '../merge/derive-samples.ts'
import type { Aggregate, IndicatorDefinition } from '../types.ts'

type Words = readonly [english: string, chinese: string]

export function methodText(definition: IndicatorDefinition, aggregate: Aggregate, isChinese: boolean): string {
  const [english, chinese] = methodWords(definition, aggregate)
  return isChinese ? chinese : english
}

function methodWords(definition: IndicatorDefinition, aggregate: Aggregate): Words {
  if (definition.kind === 'sleep') return sleepWords(definition.key, aggregate)
  if (aggregate === 'none') return ['Single records as imported, newest first.', '按导入的原始记录列出，最新的在前。']
  const base = dayWords(definition)
  if (aggregate === 'stats') {
    const over: Words = hasDigest(definition.kind)
      ? ['Statistics are over all samples in the window.', '统计基于时间范围内的所有样本。']
      : ['Statistics are over daily totals on days with data.', '统计基于有数据日期的每日合计。']
    return [`${base[0]} ${over[0]}`, `${base[1]}${over[1]}`]
  }
  if (aggregate === 'day') return base
  const bucket: Words =
    aggregate === 'week'
      ? [
          'A week (Monday to Sunday) is the mean of its daily values over days with data.',
          '每周（周一至周日）为有数据日期的每日数值的平均。',
        ]
      : ['A month is the mean of its daily values over days with data.', '每月为有数据日期的每日数值的平均。']
  return [`${base[0]} ${bucket[0]}`, `${base[1]}${bucket[1]}`]
}

function dayWords(definition: IndicatorDefinition): Words {
  switch (definition.kind) {
    case 'cumulative':
      return [
        'Daily totals; where sources overlap in time the more trusted one counts (manual, watch, phone, other apps), and samples are split at midnight.',
        '每日合计；来源在时间上重叠时以更可信者为准（手动、手表、手机、其他应用），跨午夜的样本按比例拆分。',
      ]
    case 'interval':
      return definition.aggregation === 'last'
        ? ["The day's own figure as the newest file reports it.", '当日数值以最新文件的记录为准。']
        : ['Daily sums of the recorded durations.', '每日记录时长之和。']
    case 'event':
      return definition.aggregation === 'sum'
        ? ['Daily sums over the recorded events.', '每日记录事件之和。']
        : ['Number of records a day.', '每日记录次数。']
    case 'lab':
      return [
        "The day's results; values beyond a limit of detection are kept but left out of means.",
        '当日化验结果；超出检测限的数值保留但不计入平均。',
      ]
    default:
      return ["A day is the mean of the day's samples.", '每日数值为当日样本的平均。']
  }
}

const SLEEP: Words = [
  'Segments with gaps up to 60 minutes make one sleep, the best-recorded source is used, and a night counts for the date it ends on.',
  '间隔不超过60分钟的片段合为一次睡眠，采用记录最完整的来源，并计入醒来当天。',
]

function sleepWords(key: string, aggregate: Aggregate): Words {
  const what: Words =
    key === 'sleep_asleep'
      ? ['Everything slept on a date, naps included.', '当日全部睡眠，包括小睡。']
      : key === 'sleep_naps'
        ? ['Sleeps other than the longest of a date.', '当日最长一次之外的睡眠。']
        : ['The longest sleep of a date.', '当日最长的一次睡眠。']
  const over: Words =
    aggregate === 'none' || aggregate === 'day'
      ? ['', '']
      : [' Means are over nights with data; nights without are left out.', '平均只计有数据的夜晚。']
  return [`${what[0]} ${SLEEP[0]}${over[0]}`, `${what[1]}${SLEEP[1]}${over[1]}`]
}
