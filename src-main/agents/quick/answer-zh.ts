/** 中文回答。Written for Chinese readers, not translated from the English ones. */
import type { GenotypeAnswer } from '../../health/genetics/service.ts'
import { amount } from './measures.ts'
import type { DeclineReason } from './plan.ts'
import type { Figures, Voice } from './voice.ts'

const sampled = (f: Figures): boolean => f.kind === 'instant' || f.kind === 'lab'
const each = (f: Figures): string => (f.night ? '每晚' : '每天')

function basis(f: Figures): string {
  if (sampled(f)) return `共 ${amount(f.count)} 条记录，分布在 ${amount(f.days)} 天`
  return f.night ? `共 ${amount(f.days)} 晚有数据` : `共 ${amount(f.days)} 天有数据`
}

function on(dates: readonly string[]): string {
  if (dates.length === 0) return ''
  return dates.length > 3 ? `（共 ${dates.length} 天，首次在 ${dates[0]}）` : `（${dates.join('、')}）`
}

function range(f: Figures): string {
  if (!f.min || !f.max || f.count < 2) return ''
  const dates = (list: readonly string[]) => (sampled(f) ? '' : on(list))
  return `；最低 ${f.min}${dates(f.minDates)}，最高 ${f.max}${dates(f.maxDates)}`
}

/** 同一回答中的两次读取要能区分。 */
const readAs: Readonly<Record<string, string>> = {
  stats: '统计',
  day: '按天',
  week: '按周',
  month: '按月',
  none: '逐条',
}

export const chinese: Voice = {
  average(f) {
    if (sampled(f)) return `${f.period.text}您的平均${f.name}为 ${f.average}，${basis(f)}${range(f)}。`
    if (f.oneDay) return chinese.total(f)
    const sum = f.total && f.kind !== 'sleep' ? `；合计 ${f.total}` : ''
    return `${f.period.text}您的${f.name}平均${each(f)} ${f.average}，${basis(f)}${range(f)}${sum}。`
  },
  median: (f) => `${f.period.text}您的${f.name}中位数为 ${f.median}，${basis(f)}。`,
  total(f) {
    if (f.oneDay) return `${f.period.text}您的${f.name}为 ${f.total ?? f.average}。`
    return `${f.period.text}您的${f.name}合计 ${f.total}，平均${each(f)} ${f.average}，${basis(f)}。`
  },
  extreme(f, which) {
    const value = which === 'max' ? f.max : f.min
    const dates = which === 'max' ? f.maxDates : f.minDates
    return `${f.period.text}您的${f.name}${which === 'max' ? '最高' : '最低'}为 ${value}${on(dates)}，${basis(f)}。`
  },
  count(f) {
    const what =
      f.kind === 'event'
        ? `${amount(f.count)} 次`
        : sampled(f)
          ? `${amount(f.count)} 条记录`
          : `${amount(f.days)} ${f.night ? '晚' : '天'}的数据`
    return `${f.period.text}${f.name}共有 ${what}，分布在 ${amount(f.days)} 天。`
  },
  series(f, bucket) {
    const by = bucket === 'day' ? each(f) : bucket === 'week' ? '每周' : '每月'
    const means = bucket === 'day' ? '' : `；图中${by}取当期各日的平均值`
    const sum = f.total ? `；合计 ${f.total}` : ''
    return `${f.period.text}${by}的${f.name}：${basis(f)}，平均${sampled(f) ? '' : each(f)} ${f.average}${range(f)}${sum}${means}。`
  },
  latest: (f) => `${f.inPeriod ? f.inPeriod.text : ''}您最近一次的${f.name}为 ${f.value}，记录于 ${f.when}。`,
  history: (f, shown) =>
    `${f.period.text}${f.name}${basis(f)}；最近的 ${shown} 条见工具调用中的表格，图表按时间顺序显示。`,
  trend(f) {
    const ends = `从 ${f.firstDate} 的 ${f.first} 到 ${f.lastDate} 的 ${f.last}`
    if (!f.enough)
      return `${f.period.text}${f.name}的数据太少，无法判断趋势（只有 ${f.days} 天有数据，至少需要跨两周的 7 天）：${ends}。`
    if (f.direction === 'unclear')
      return `${f.period.text}您的${f.name}没有明显趋势：每天的波动大于拟合直线的变化（按 ${f.days} 天数据，每 30 天变化 ${f.per30Days}，R² ${(f.r2 ?? 0).toFixed(2)}），${ends}。`
    const way = f.direction === 'flat' ? '基本持平' : f.direction === 'up' ? '呈上升' : '呈下降'
    return `${f.period.text}您的${f.name}${way}：按 ${f.days} 天数据的拟合直线，每 30 天变化 ${f.per30Days}${f.r2 === null ? '' : `（R² ${f.r2.toFixed(2)}）`}，${ends}。`
  },
  compare(f) {
    const per = sampled(f.a) ? '' : each(f.a)
    const side = (x: Figures) => `${x.period.text}平均${per} ${x.average}（${basis(x)}）`
    const gap = f.direction === 'same' ? '没有差别' : `相差 ${f.difference}${f.percent ? `（${f.percent}）` : ''}`
    return `您的${f.a.name}：${side(f.a)}，${side(f.b)}，${gap}。${f.thin ? '其中一段不足 7 天，请谨慎看待。' : ''}`
  },
  sleep(f) {
    const parts = [f.inBed ? `卧床 ${f.inBed}` : '', f.efficiency ? `睡眠效率 ${f.efficiency}` : '']
      .filter(Boolean)
      .join('，')
    const stages = f.stages.length > 0 ? `；${f.stages.map((s) => `${s.name} ${s.value}`).join('，')}` : ''
    const tail = `${parts ? `，${parts}` : ''}${stages}`
    if (f.asleep === null)
      return `${f.period.text}没有入睡时长的记录，只有卧床时间：${f.oneNight ? '' : `${f.nights} 晚平均 `}${f.inBed}。`
    if (f.oneNight) return `${f.period.text}醒来的这一晚您睡了 ${f.asleep}${tail}。`
    const range =
      f.longest && f.shortest
        ? `最长的一晚 ${f.longest.value}（${f.longest.date}），最短的一晚 ${f.shortest.value}（${f.shortest.date}）。`
        : ''
    return `${f.period.text}您平均每晚睡了 ${f.asleep}，共 ${f.nights} 晚有数据${tail}。${range}`
  },
  days(f) {
    const bound = { over: '超过', atLeast: '不少于', under: '低于', atMost: '不超过' }[f.comparison]
    const which = f.dates.length > 0 ? `：${f.dates.join('、')}${f.matching > f.dates.length ? ' 等' : ''}` : ''
    const unit = f.night ? '晚' : '天'
    return `${f.period.text}有数据的 ${amount(f.days)} ${unit}中，${f.name}${bound} ${f.bound}的有 ${amount(f.matching)} ${unit}${which}。`
  },
  nothing(name, period, coverage) {
    const exists = coverage ? `${coverage.name}的记录从 ${coverage.first} 到 ${coverage.last}。` : ''
    return `${period.text}没有${name}的记录。${exists}`
  },
  notRecorded: (names, have) =>
    `您的数据里没有${names.join('、')}的记录，因此没有数值可报。${have.length > 0 ? `您现有的数据包括：${have.join('、')}。` : ''}`,
  notShared: (name) => `${name} 没有与你共享健康记录，因此这里没有可读取的内容。`,
  noData: () =>
    '这里还没有健康记录。请先导入 Apple 健康的导出文件或其他文件，然后就可以问「上个月平均静息心率」这样的问题。',
  catalogue: (have) =>
    `您共有 ${amount(have.length)} 项指标的记录：${have
      .slice(0, 12)
      .map((c) => `${c.name}（${c.first} 至 ${c.last}）`)
      .join('、')}${have.length > 12 ? `，以及另外 ${have.length - 12} 项` : ''}。`,
  genotypes(result) {
    const source = result.set
      ? `数据来自 ${result.set.file}（${result.set.vendor}，参考基因组 ${result.set.build ?? '未知'}）。`
      : ''
    const note = result.results.some((r) => r.status === 'not_on_chip')
      ? '芯片上没有的位点从未被检测，不能说明任何情况。'
      : ''
    return `${result.results.map(genotypeSentence).join('')}${source}${note}这里不对基因型的含义作判断。`
  },
  declined: (reason, detail) => declineTexts[reason](detail),
  guessed: (words, name) => `我把「${words}」理解为${name}。`,
  ignored: (words) => `以下内容没有纳入计算：${words.join('、')}。`,
  running: () => '今天还没有结束。',
  canAsk: () => '您可以这样问：',
  smallPrint: (sources) => `快速回答，未使用 AI 模型${sources.length > 0 ? ` · 来源：${sources.join('、')}` : ''}`,
  chartTitle: (name, bucket) => (bucket ? `${name}（${{ day: '每天', week: '每周', month: '每月' }[bucket]}）` : name),
  readLabel: (names, period, aggregate) =>
    names.length === 0
      ? '查看有哪些指标'
      : `读取${[names.join('、'), period, readAs[aggregate]].filter(Boolean).join('，')}`,
  genotypeLabel: (rsids) =>
    `查询 ${rsids.slice(0, 3).join('、')}${rsids.length > 3 ? ` 等 ${rsids.length} 个位点` : ''}`,
  failed: (message) => `未能读取答案：${message}`,
}

function genotypeSentence(r: GenotypeAnswer): string {
  const where = r.chromosome ? `（${r.chromosome} 号染色体，位置 ${r.position}）` : ''
  if (r.status === 'found') return `${r.rsid}：您的基因型为 ${r.genotype}${where}。`
  if (r.status === 'no_call') return `${r.rsid}：芯片上有此位点，但未能读出（no-call）${where}。`
  return `${r.rsid}：此芯片未包含该位点。`
}

const declineTexts: Readonly<Record<DeclineReason, (detail: string) => string>> = {
  judgement: () =>
    '这个问题需要判断，而快速回答只从您的记录中读取数字：不解释原因，不判断是否正常或有风险，也不给出做法。您可以直接询问数值；如果担心，请带着这些数值咨询医生。',
  unknown: (detail) =>
    `没能看出这个问题问的是哪项记录${detail ? `（${detail}）` : ''}。请说出指标和时间，例如「上个月平均静息心率」。`,
  'too-many': (count) => `一次问了 ${count} 项，快速回答最多处理三项，请分开提问。`,
  'unclear-time': (words) =>
    `不确定「${words}」指哪些日期。请写明日期，例如「2025年6月」或「从2025年6月1日到6月30日」。`,
  'part-of-day': (words) =>
    `快速回答以整天为单位，无法单独取出「${words}」。请去掉这个条件再问，或在「健康」页面查看该指标的逐条记录。`,
  'too-many-periods': () => '快速回答最多比较两个时间段，请选择其中两个。',
  'compare-what': () => '要比较，请给出两个时间段，例如「本月和上个月的静息心率相比」。',
  future: () => '这段时间还没有到来，快速回答不做预测。请询问已经过去的日子。',
}
