/** A question as the planner reads it: one spelling of every character, and its language. */

export type Language = 'en' | 'zh'

/** Traditional characters of the words that this planner knows, and the simplified ones in the same order. */
const traditional =
  '個週這過從來幾數壓體為應該藥險氣時間禮趨勢變總長號較錄紀後開現對靜標準縮張膚溫質飽運動騎遠離樓層鐘歷顯麼嗎歲臥歩與於讀圖單條遲檢測'
const modern =
  '个周这过从来几数压体为应该药险气时间礼趋势变总长号较录纪后开现对静标准缩张肤温质饱运动骑远离楼层钟历显么吗岁卧步与于读图单条迟检测'
const simplified = new Map([...traditional].map((character, index) => [character, [...modern][index] ?? character]))

/** Half-width forms, simplified characters, plain quotes and single spaces. */
export function normalizeQuestion(question: string): string {
  return [...question.normalize('NFKC')]
    .map((character) => simplified.get(character) ?? character)
    .join('')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Chinese where the question has Chinese characters, English where it has English words, else the person's language. */
export function languageOfQuestion(question: string, userLanguage: string): Language {
  if (/\p{Script=Han}/u.test(question)) return 'zh'
  if (/[a-z]{2,}/i.test(question.replace(/\b(?:rs|i)\d+\b/gi, ''))) return 'en'
  return userLanguage.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
