/** The few words of the view, in the host's language. */

const en = {
  avg: 'Average',
  median: 'Median',
  min: 'Lowest',
  max: 'Highest',
  last: 'Latest',
  days: 'Days with data',
  nothing: 'Nothing recorded in this time. That is neither 0 nor normal.',
  waiting: 'Waiting for the answer…',
  notOurs: 'This answer cannot be drawn.',
  catalog: 'Recorded here',
  records: 'records',
  upTo: 'up to',
  table: 'Values',
  hour: 'h',
  minute: 'min',
}
export type Words = Readonly<Record<keyof typeof en, string>>

const zh: Words = {
  avg: '平均',
  median: '中位数',
  min: '最低',
  max: '最高',
  last: '最近',
  days: '有数据的天数',
  nothing: '这段时间没有记录。没有记录不等于 0，也不等于正常。',
  waiting: '等待结果…',
  notOurs: '这个结果无法绘制。',
  catalog: '已有记录',
  records: '条记录',
  upTo: '截至',
  table: '数值',
  hour: '小时',
  minute: '分钟',
}

export function wordsFor(locale: string): Words {
  return locale.toLowerCase().startsWith('zh') ? zh : en
}
