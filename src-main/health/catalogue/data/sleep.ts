/** Sleep: what is asked for, and the segments it is derived from. LOINC codes: notice in ../catalogue.ts. */
import type { IndicatorDefinition } from '../../types.ts'
import { define } from '../define.ts'

/** Raw segments; text is 'in_bed', 'asleep', 'core', 'deep', 'rem' or 'awake'. Never listed to people. */
export const SLEEP_SEGMENT = 'sleep_segment'

export const sleep: readonly IndicatorDefinition[] = [
  ...define('sleep', 'sleep', [
    {
      key: 'sleep_asleep',
      name: 'Time asleep',
      zh: '睡眠时长',
      unit: 'min',
      loinc: '93832-4',
      aliases: [
        'sleep',
        'sleep duration',
        'asleep',
        'sleep time',
        'hours of sleep',
        'total sleep',
        'sleep analysis',
        'how long did i sleep',
        'how did i sleep',
        'slept',
        '睡眠',
        '睡眠时间',
        '睡了多久',
        '睡觉',
        '总睡眠',
        '睡得怎么样',
        '入睡时长',
      ],
    },
    {
      key: 'sleep_main',
      name: 'Main sleep',
      zh: '主睡眠时长',
      unit: 'min',
      aliases: ['night sleep', 'main sleep period', 'night', 'nights', '夜间睡眠', '主睡眠'],
    },
    {
      key: 'sleep_naps',
      name: 'Naps',
      zh: '小睡时长',
      unit: 'min',
      aliases: ['nap', 'nap time', '午睡', '小睡', '打盹'],
    },
    {
      key: 'sleep_in_bed',
      name: 'Time in bed',
      zh: '卧床时长',
      unit: 'min',
      aliases: ['in bed', 'bed time', 'time spent in bed', '卧床时间', '在床时间', '卧床', '躺床时间'],
    },
    {
      key: 'sleep_deep',
      name: 'Deep sleep',
      zh: '深睡时长',
      unit: 'min',
      loinc: '93831-6',
      aliases: ['deep', 'slow wave sleep', 'sws', '深睡', '深度睡眠', '深睡眠'],
    },
    {
      key: 'sleep_rem',
      name: 'REM sleep',
      zh: '快速眼动睡眠时长',
      unit: 'min',
      loinc: '93829-0',
      aliases: ['rem', '快速眼动', '快速动眼睡眠', '快速眼动睡眠', 'rem睡眠'],
    },
    {
      key: 'sleep_core',
      name: 'Core sleep',
      zh: '核心睡眠时长',
      unit: 'min',
      loinc: '93830-8',
      aliases: ['core', 'light sleep', '核心睡眠', '浅睡', '浅睡眠', '浅度睡眠'],
    },
    {
      key: 'sleep_awake',
      name: 'Awake during the night',
      zh: '夜间清醒时长',
      unit: 'min',
      aliases: ['awake', 'time awake', 'wake after sleep onset', 'waso', '清醒', '清醒时间', '夜醒'],
    },
    {
      key: 'sleep_efficiency',
      name: 'Sleep efficiency',
      zh: '睡眠效率',
      unit: '%',
      digits: 1,
      aliases: ['efficiency of sleep'],
    },
  ]),
  ...define('sleep', 'event', [
    { key: SLEEP_SEGMENT, name: 'Sleep segments', zh: '睡眠片段', unit: 'min', apple: 'SleepAnalysis' },
  ]),
]
