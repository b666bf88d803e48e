/** Questions that need judgement: why, should, is it normal, what to take. These are declined, never answered with a number. */

const english = [
  /\bwhy\b/,
  /\bshould(?:n't)?\b|\bought\b|\bmust i\b|\bdo i (?:need|have) to\b/,
  /\brisks?\b|\brisky\b|\bdanger(?:ous)?\b|\bsafe(?:ly)?\b|\bharmful\b|\bchances? of\b|\blikel(?:y|ihood)\b/,
  /\bdiagnos\w*|\bdisease\b|\billness\b|\bsick\b|\bdisorder\b|\bcancer\b|\bdiabet\w*|\bhypertens\w*|\banemi\w*|\bapnea\b/,
  /\bmedicat\w*|\bmedicines?\b|\bdrugs?\b|\bpills?\b|\bdos(?:e|age)\b|\btreat(?:ment)?\b|\bcure\b|\bsupplements?\b|\bprescri\w*/,
  /\brecommend\w*|\badvi[cs]e\b|\bsuggest(?:ion)?s?\b|\btips?\b/,
  /\b(?:ab)?normal(?:ly)?\b|\b(?:un)?healthy\b|\bok(?:ay)?\b|\ball right\b|\bfine\b|\bgood\b|\bbad\b|\bideal\b|\boptimal\b|\bconcern\w*|\bworr(?:y|ied|ying)\b|\bserious\b/,
  /\btoo (?:high|low|much|little|long|short|fast|slow|few|many)\b|\b(?:high|low|long|much) enough\b|\benough\b/,
  /\bcaus(?:e|es|ed|ing)\b|\bexplain\w*|\breasons?\b|\bbecause\b|\bwhat does .*\bmean\b|\bmean(?:s|ing) (?:that|for)\b|\binterpret\w*|\bunderstand\b/,
  /\bpredict\w*|\bforecast\w*|\bwill (?:i|my|it)\b|\bgoing to\b|\bexpect(?:ed)?\b/,
  /\bhow (?:can|could|do|to|would) .*\b(?:improve|lower|reduce|increase|raise|boost|fix|change)\b|\bwhat can i do\b|\bhelp me\b/,
  /\bcorrelat\w*|\brelat(?:ed|ion|ionship)\b|\baffect(?:s|ed|ing)?\b|\bimpact\w*|\binfluenc\w*|\bdepend(?:s|ing)?\b|\blink(?:ed)? (?:to|between)\b/,
  /\bbetter than (?:average|most|normal|others)\b|\bfor my age\b|\bother people\b|\baverage person\b|\bpopulation\b/,
]

const chinese = [
  /为什么|为何|为啥|怎么回事|怎么会/,
  /应该|应不应该|该不该|要不要|需不需要|需要.*吗|必须/,
  /风险|危险|安全吗|有害|可能性|几率/,
  /诊断|疾病|得了|患|糖尿病|高血压病|癌|贫血|呼吸暂停|病/,
  /药|剂量|治疗|治好|补剂|保健品/,
  /推荐|建议|意见|怎么办|如何是好/,
  /正常|异常|健康吗|不健康|好吗|好不好|还好|不好|行吗|可以吗|有问题|没问题|严重|要紧|担心|理想|达标|合格/,
  /太高|太低|太多|太少|太快|太慢|偏高|偏低|过高|过低|够吗|够不够|足够/,
  /原因|导致|引起|解释|说明了?什么|意味|什么意思|怎么看|解读|分析/,
  /预测|会不会|将会|未来|以后会/,
  /(?:怎么|怎样|如何|怎麼).*(?:改善|提高|降低|减少|增加|减|提升|控制)|怎么做|能做什么/,
  /相关|关系|影响|关联/,
  /同龄|其他人|别人|一般人/,
]

/** True where an answer would be a judgement about health. `text` has periods and indicator names taken out. */
export function needsJudgement(text: string): boolean {
  const lower = text.toLowerCase()
  return english.some((pattern) => pattern.test(lower)) || chinese.some((pattern) => pattern.test(text))
}

/** Parts of a day and kinds of day that daily numbers cannot answer for. */
export function unsupportedSlice(text: string): string | null {
  const match =
    /\b(?:in the |during the )?(?:mornings?|afternoons?|evenings?|at night|night-?time|day-?time|overnight|midnight|noon)\b|\b(?:at|after|before) \d{1,2}(?::\d{2})?\s*(?:am|pm|o'clock)\b|\bweekends?\b|\bweekdays?\b|\bworkdays?\b|\b(?:while|when|during|after) (?:i |my )?(?:sleep|sleeping|asleep|running|walking|exercis\w*|work(?:ing|outs?)?|rest(?:ing)?)\b|\bby hour\b|\bper hour\b|\bhourly\b|\beach hour\b/i.exec(
      text,
    ) ??
    /早上|上午|中午|下午|傍晚|晚上|夜里|夜间|凌晨|白天|周末|工作日|每小时|运动时|跑步时|睡觉时|睡眠时(?!间|长)|锻炼时/.exec(
      text,
    )
  return match ? match[0].trim() : null
}
