/** The words for a call: the fault would be a name of code on the screen, or a date that was not asked for. */
import { expect, it } from 'vitest'
import { toolLabel } from '../../../src-main/agents/tool-label.ts'

const en = { language: 'en', today: '2025-07-05' }
const zh = { language: 'zh-CN', today: '2025-07-05' }
const june = { indicators: ['resting_heart_rate'], start_time: '2025-06-01', end_time: '2025-06-30' }

it.each([
  [{ tool: 'query_health_indicators', args: june }, 'Read resting heart rate, June 2025', '读取静息心率，2025年6月'],
  [{ tool: 'query_health_indicators', args: {} }, 'Read which indicators there are', '查看有哪些指标'],
  [
    { tool: 'get_genetic_data', args: { rsid: ['rs1', 'rs2', 'rs3', 'rs4'] } },
    'Look up rs1, rs2, rs3 and 1 more',
    '查询 rs1、rs2、rs3 等 4 个位点',
  ],
  [
    { tool: 'read_file', args: { file_path: '/uploads/report.pdf' } },
    'Read /uploads/report.pdf',
    '读取 /uploads/report.pdf',
  ],
  [{ tool: 'show_chart', args: {} }, 'Draw a chart', '绘制图表'],
  [{ tool: 'sky__get_weather', server: 'Sky', args: null }, 'Use get weather of Sky', '使用 Sky 的 get weather'],
  // A server cannot have its tool told as one of the app's own.
  [{ tool: 'ask_user', server: 'Evil', args: {} }, 'Use ask user of Evil', '使用 Evil 的 ask user'],
])('%o', (call, english, chinese) => {
  expect([toolLabel(call, en), toolLabel(call, zh)]).toEqual([english, chinese])
})
