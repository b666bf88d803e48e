/** What a question wants to know about its indicators: an average, a total, a course, the highest day … */

export type Intent =
  | 'average'
  | 'median'
  | 'total'
  | 'max'
  | 'min'
  | 'latest'
  | 'trend'
  | 'count'
  | 'series'
  | 'compare'
  | 'history'
  | 'days'

export type Bucket = 'day' | 'week' | 'month'

/** "More than 10,000": which days count, for the intent 'days'. */
export interface Threshold {
  readonly comparison: 'over' | 'atLeast' | 'under' | 'atMost'
  readonly value: number
}

export interface FoundIntent {
  readonly intent: Intent | null
  readonly bucket: Bucket | null
  readonly threshold: Threshold | null
  /** The text with the words that were understood blanked. */
  readonly rest: string
}

const bucketWords: readonly (readonly [Bucket, RegExp])[] = [
  [
    'day',
    /\b(?:per|each|every|by|a)\s+(?:single\s+)?(?:day|night)\b|\bdaily\b|\bnightly\b|\bday by day\b|每[一]?[天日晚]|逐日|按天|按日|日均|天天/i,
  ],
  [
    'week',
    /\b(?:per|each|every|by|a)\s+week\b|\bweekly\b|\bweek by week\b|每[一]?(?:个)?(?:周|星期|礼拜)|逐周|按周|周均/i,
  ],
  ['month', /\b(?:per|each|every|by|a)\s+month\b|\bmonthly\b|\bmonth by month\b|每[一]?(?:个)?月|逐月|按月|月均/i],
]

const intentWords: readonly (readonly [Intent, RegExp])[] = [
  [
    'compare',
    /\bvs\.?(?![a-z])|\bversus\b|\bcompar\w+(?:\s+(?:to|with))?\b|\bthan\b|\bdifference\b|相比|对比|比较|相较|比(?=\s|$|一下|高|低|多|少)|和(?=\s*$)|差多少|差异/i,
  ],
  [
    'count',
    /\bhow\s+(?:many|often)\s+(?:times|readings?|measurements?|samples?|records?|entries|values?|data\s*points?)\b|\bhow\s+often\b|\bnumber\s+of\s+(?:readings?|measurements?|records?|times)\b|多少次|几次|多少条|几条|记录数|次数/i,
  ],
  ['median', /\bmedian\b|中位数|中值/i],
  [
    'average',
    /\baverag(?:e|es|ed|ing)\b|\bavg\b|\bmean\b|\busual(?:ly)?\b|\btypical(?:ly)?\b|平均值?|均值|日均|周均|月均|通常/i,
  ],
  [
    'max',
    /\bhighest\b|\bmax(?:imum)?\b|\bpeak(?:ed)?\b|\bmost\b(?!\s+recent)|\blongest\b|\bbest\b|\btop\b|\bgreatest\b|\blargest\b|\bbiggest\b|\bfastest\b|最高|最大|最多|最长|最好|峰值/i,
  ],
  [
    'min',
    /\blowest\b|\bmin(?:imum)?\b|\bleast\b|\bfewest\b|\bshortest\b|\bsmallest\b|\bworst\b|\bslowest\b|最低|最小|最少|最短|最差/i,
  ],
  [
    'latest',
    /\blatest\b|\bmost\s+recent\b|\bnewest\b|\bcurrent(?:ly)?\b|\bright\s+now\b|\bnow\b|\blast\s+(?:value|reading|measurement|recorded|result|time|measured|one|entry)\b|\bwhen\s+(?:was|did|were)\b.*\blast\b|最新|最近一次|最近的?一[次条]|上一次|上次|当前|目前|现在|最后一次/i,
  ],
  [
    'trend',
    /\btrends?\b|\btrending\b|\bchang(?:e|es|ed|ing)\b|\bincreas(?:e|es|ed|ing)\b|\bdecreas(?:e|es|ed|ing)\b|\b(?:going|gone|went|go)\s+(?:up|down)\b|\bimprov(?:e|es|ed|ing)\b|\bris(?:e|es|ing)\b|\brose\b|\bfall(?:s|ing|en)?\b|\bfell\b|\bdrop(?:s|ped|ping)?\b|\bgain(?:ed|ing)?\b|\blos(?:e|t|ing)\b|\bover\s+time\b|\bget(?:s|ting)?\s+(?:better|worse|higher|lower|longer|shorter)\b|\bdevelop(?:ed|ment|ing)?\b|\bprogress(?:ed|ing|ion)?\b|趋势|变化|走势|上升|下降|增加|减少|升高|降低|变(?:高|低|多|少|好|差|重|轻)|增长|涨|瘦|胖/i,
  ],
  [
    'total',
    /\btotal(?:s|led)?\b|\bsum\b|\baltogether\b|\bhow\s+(?:many|much|far|long)\b|\bin\s+all\b|\boverall\b|总共|总计|合计|一共|总数|总量|总|多少|多久|多长|多远|共/i,
  ],
  [
    'history',
    /\bhistory\b|\blist\b|\bshow\b|\bdisplay\b|\bplot\b|\bchart\b|\bgraph\b|\breadings?\b|\bmeasurements?\b|\brecords?\b|\bvalues?\b|\bentries\b|\bresults?\b|\ball\b|\blog\b|\bsee\b|历史|列出|显示|展示|查看|看看|图表|曲线|画|所有|全部|记录|数据/i,
  ],
]

const over =
  /\b(?:more|greater|higher|longer)\s+than\b|\bover\b|\babove\b|\bexceed(?:s|ed|ing)?\b|>(?!=)|超过|大于|高于|多于/i
const atLeast =
  /\bat\s+least\b|\bno\s+(?:less|fewer)\s+than\b|\breach(?:ed|ing)?\b|\bhit\b|>=|≥|至少|不少于|达到|不低于/i
const under = /\b(?:less|fewer|lower|shorter)\s+than\b|\bunder\b|\bbelow\b|<(?!=)|少于|低于|小于|不到|不足/i
const atMost = /\bat\s+most\b|\bno\s+more\s+than\b|\bup\s+to\b|<=|≤|至多|不超过|最多/i

/** Reads the intent of a text that has lost its periods and indicator names. The first that fits wins, in the order above. */
export function findIntent(text: string): FoundIntent {
  let rest = ` ${text} `
  const days = readDays(rest)
  if (days) return { intent: 'days', bucket: 'day', threshold: days.threshold, rest: days.rest }
  let bucket: Bucket | null = null
  for (const [name, pattern] of bucketWords) {
    if (!pattern.test(rest)) continue
    bucket ??= name
    // 日均 names a bucket and an average at once, so its 均 is left for the next step.
    rest = rest.replace(pattern, (words) => (words.endsWith('均') ? '平均' : ' '))
  }
  let intent: Intent | null = null
  for (const [name, pattern] of intentWords) {
    const all = new RegExp(pattern.source, 'gi')
    if (!all.test(rest)) continue
    intent ??= name
    rest = rest.replace(all, ' ')
  }
  return { intent, bucket, threshold: null, rest }
}

function readDays(text: string): { threshold: Threshold; rest: string } | null {
  const asked =
    /\b(?:how\s+many|which|what|number\s+of|on\s+how\s+many)\s+(?:days?|nights?|dates?)\b|多少[天晚]|几[天晚]|哪些?[天日]|哪几[天日]|哪些日子/i
  if (!asked.test(text)) return null
  const number = /(\d[\d,]*(?:\.\d+)?)\s*(k\b|万|千|小时|hours?\b|hrs?\b|h\b)?/i.exec(
    text.replace(/(\d),(?=\d{3}\b)/g, '$1'),
  )
  const comparison = atLeast.test(text)
    ? 'atLeast'
    : atMost.test(text)
      ? 'atMost'
      : under.test(text)
        ? 'under'
        : over.test(text)
          ? 'over'
          : null
  if (!number || !comparison) return null
  const factor =
    /^k/i.test(number[2] ?? '') || number[2] === '千'
      ? 1000
      : number[2] === '万'
        ? 10_000
        : /^(?:h|小时)/i.test(number[2] ?? '')
          ? 60
          : 1
  const value = Number((number[1] ?? '').replaceAll(',', '')) * factor
  let rest = text.replace(asked, ' ').replace(/\d[\d,.]*\s*(?:k\b|万|千|小时|hours?\b|hrs?\b|h\b)?/gi, ' ')
  for (const words of [atLeast, atMost, under, over]) rest = rest.replace(words, ' ')
  return { threshold: { comparison, value }, rest }
}
