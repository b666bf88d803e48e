/** The words of a question that nothing accounted for: what is left after periods, indicators and intents. */

const englishStops = new Set(
  `a about above across actually ago all also altogether am an and another any anything are around as asleep at away be been being between both but by
  can could data date dates day days did do does doing done down during each else every everything far find for from full gave get gets
  give given gives go going got had has have health her here him his how hows i im i've ive if in information into is it its it's just keep know
  last let like long look looking looks lot make many may me measured month months more much my myself near need needs night nights number
  numbers of off ok on one only onto or our out over own past per measure check checked log logged efficient period please pls point points quick read reading recorded recent recently
  report result results same say see set she show showed shown since so some spent statistic statistics stats still such summarize summary take taken
  tell than thanks that the their them then there these they thing things this those through time times to together today took total
  track tracked trend until up us use value values very walk walked want was we week weeks weekly well went were what what's whats when
  where which while who whole with within would year years yes yet you your yours yourself during average burned burn burnt drink drank eat ate
  climb climbed sleep slept weigh weighed weighing weighs run ran ride rode swim swam hello hi hey min minutes hours hour unit units level levels
  rate figure figures count counts score amount view overview compare compared entire`.split(/\s+/),
)

const chineseStops =
  /我的?|你|请问?|帮我?|一下|的|了|是|在|有|和|与|跟|及|吗|呢|吧|啊|呀|怎么样|怎样|如何|什么|多少|几|个|次|天|日|周|月|年|时间|情况|数据|值|是多少|步|走|睡|看|查|查询|知道|想|要|告诉|给|从|到|至|里|内|间|期间|时候|哪|这|那|每|平均|总|共|一|都|也|就|还|用|公里|千米|小时|分钟|度|水平|指标|结果|测|测量|吃|喝|消耗|爬|变化|比|更|较|得|着|过|去|来|们|自己|身体|健康|份|第|最|数|量|率|高|低|大|小|前|后|上|下|今|昨|明|同期/g

export interface Leftover {
  /** English content words, lower case, in order. */
  readonly words: readonly string[]
  /** Runs of Chinese characters. */
  readonly chinese: readonly string[]
}

export function leftoverOf(rest: string): Leftover {
  const words = (rest.toLowerCase().match(/[a-z][a-z0-9'-]*/g) ?? [])
    .map((word) => word.replace(/'s$/, ''))
    .filter((word) => word.length > 1 && !englishStops.has(word))
  const chinese = (rest.replace(chineseStops, ' ').match(/\p{Script=Han}+/gu) ?? []).filter((run) => run.length > 1)
  return { words, chinese }
}
