/** Every kind of chart block that a model may write, and some that it should not. */

const fence = (body: unknown) => `\`\`\`vis-chart\n${typeof body === 'string' ? body : JSON.stringify(body)}\n\`\`\``

const months = ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11']

export function visCharts(say: (english: string, chinese: string) => string): string {
  const steps = say('Steps', '步数')
  const sleep = say('Sleep (h)', '睡眠（小时）')
  const week = [say('Mon', '周一'), say('Tue', '周二'), say('Wed', '周三'), say('Thu', '周四'), say('Fri', '周五')]
  return [
    fence({
      type: 'line',
      title: say('Weight by month', '每月体重'),
      axisYTitle: 'kg',
      data: months.map((time, index) => ({ time, value: 73 - index * 0.4 })),
    }),
    fence({
      type: 'area',
      title: say('Active energy', '活动能量'),
      data: week.map((category, index) => ({ category, value: 400 + index * 37 })),
    }),
    fence({
      type: 'column',
      title: say('This week and last', '本周与上周'),
      data: week.flatMap((category, index) => [
        { category, value: 8_000 + index * 400, group: say('this week', '本周') },
        { category, value: 7_400 + ((index * 977) % 1_500), group: say('last week', '上周') },
      ]),
    }),
    fence({
      type: 'dual-axes',
      title: say('Steps and sleep', '步数与睡眠'),
      categories: week,
      series: [
        { type: 'column', data: [8000, 9100, 7600, 10_200, 8800], axisYTitle: steps },
        { type: 'line', data: [7.2, 6.8, 7.5, null, 7.9], axisYTitle: sleep },
      ],
    }),
    fence({
      type: 'scatter',
      title: say('Sleep and resting heart rate', '睡眠与静息心率'),
      axisXTitle: sleep,
      axisYTitle: 'bpm',
      data: Array.from({ length: 60 }, (_, n) => ({ x: 5.5 + (n % 13) / 4, y: 64 - (n % 13) / 2 + ((n * 7) % 5) })),
    }),
    fence({
      type: 'histogram',
      title: say('Nights by length', '睡眠时长分布'),
      axisXTitle: sleep,
      data: Array.from({ length: 90 }, (_, n) => 5.2 + ((n * 37) % 40) / 10),
    }),
    fence({
      type: 'pie',
      title: say('Sleep stages', '睡眠阶段'),
      data: [
        { category: say('Core', '核心'), value: 252 },
        { category: 'REM', value: 101 },
        { category: say('Deep', '深度'), value: 58 },
        { category: say('Awake', '清醒'), value: 19 },
      ],
    }),
    fence({
      type: 'radar',
      title: say('Week by area', '各方面'),
      data: ['A', 'B', 'C'].flatMap((name, index) => [
        { name, value: 60 + index * 9, group: say('you', '你') },
        { name, value: 70 - index * 4, group: say('usual', '平常') },
      ]),
    }),
    fence({
      type: 'funnel',
      title: say('From bed to sleep', '从上床到入睡'),
      data: [
        { category: say('In bed', '卧床'), value: 478 },
        { category: say('Asleep', '入睡'), value: 442 },
        { category: say('Deep or REM', '深度或REM'), value: 159 },
      ],
    }),
    fence('{"type":"line","data":[{"time":"2026-01"'),
    fence({ type: 'treemap', data: [] }),
  ].join('\n\n')
}
