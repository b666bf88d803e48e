/** How a person walks and climbs. */
import type { IndicatorDefinition } from '../../types.ts'
import { define } from '../define.ts'

export const mobility: readonly IndicatorDefinition[] = [
  ...define('mobility', 'instant', [
    {
      key: 'walking_speed',
      name: 'Walking speed',
      zh: '步行速度',
      unit: 'km/h',
      apple: 'WalkingSpeed',
      digits: 1,
      aliases: ['gait speed', 'walk speed', '步速', '走路速度'],
    },
    {
      key: 'walking_step_length',
      name: 'Walking step length',
      zh: '步长',
      unit: 'cm',
      apple: 'WalkingStepLength',
      digits: 1,
      aliases: ['step length', '步幅'],
    },
    {
      key: 'walking_asymmetry',
      name: 'Walking asymmetry',
      zh: '步行不对称性',
      unit: '%',
      apple: 'WalkingAsymmetryPercentage',
      digits: 1,
      aliases: ['walking asymmetry percentage', 'gait asymmetry', '步态不对称'],
    },
    {
      key: 'walking_double_support',
      name: 'Double support time',
      zh: '双脚支撑时间',
      unit: '%',
      apple: 'WalkingDoubleSupportPercentage',
      digits: 1,
      aliases: ['walking double support percentage', 'double support'],
    },
    {
      key: 'walking_steadiness',
      name: 'Walking steadiness',
      zh: '步行稳定性',
      unit: '%',
      apple: 'AppleWalkingSteadiness',
      digits: 1,
      aliases: ['apple walking steadiness', 'steadiness', '步行稳定度'],
    },
    {
      key: 'six_minute_walk_distance',
      name: 'Six-minute walk distance',
      zh: '六分钟步行距离',
      unit: 'm',
      apple: 'SixMinuteWalkTestDistance',
      digits: 0,
      aliases: ['six minute walk', '6 minute walk', '6mwt', '六分钟步行'],
    },
    {
      key: 'stair_ascent_speed',
      name: 'Stair speed: up',
      zh: '上楼速度',
      unit: 'm/s',
      apple: 'StairAscentSpeed',
      digits: 2,
      aliases: ['stair ascent speed', 'stairs up speed', '上楼梯速度'],
    },
    {
      key: 'stair_descent_speed',
      name: 'Stair speed: down',
      zh: '下楼速度',
      unit: 'm/s',
      apple: 'StairDescentSpeed',
      digits: 2,
      aliases: ['stair descent speed', 'stairs down speed', '下楼梯速度'],
    },
  ]),
  ...define('mobility', 'event', [
    {
      key: 'walking_steadiness_event',
      name: 'Walking steadiness notifications',
      zh: '步行稳定性通知',
      unit: '{count}',
      apple: 'AppleWalkingSteadinessEvent',
    },
  ]),
]
