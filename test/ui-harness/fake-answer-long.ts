/** An answer of any length with everything that is hard to draw while it grows: tables, lists, code, Chinese, half marks. */

/** One block of 25 lines, another one for each number. */
function block(n: number): string {
  return [
    `## Part ${n}: how the weeks went`,
    '',
    `In week ${n} your resting heart rate averaged **${50 + (n % 20)} bpm**, with *one* night under \`6 h\`. It is [more or less](https://example.org/${n}) what it was, and the bump in mid-September is **still there** in the means of both weeks.`,
    '',
    `第${n}周的静息心率平均为**${50 + (n % 20)}次/分**，夜间睡眠比前一周更平稳；这里没有诊断，只有记录。步数为${8000 + n}步，与上个月相近。`,
    '',
    '| Day | Steps | Sleep | 备注 |',
    '| --- | ---: | ---: | --- |',
    ...Array.from(
      { length: 6 },
      (_, day) => `| ${day + 1} Nov | ${8_000 + n * 7 + day} | 7 h ${day + 10} min | 一切正常 |`,
    ),
    '',
    '- First a short one',
    '  - and one inside it',
    `- then **one with marks** that is longer than the line it stands in, so that it has to be broken ${n}`,
    '',
    '```ts',
    `const week${n} = days.filter((day) => day.week === ${n})`,
    'const mean = week.reduce((sum, day) => sum + day.value, 0) / week.length',
    '```',
    '',
    `> What was not recorded is not zero. 😀 ${n}`,
    '',
  ].join('\n')
}

const linesOfBlock = block(0).split('\n').length

/** About so many lines. */
export function longMarkdown(lines: number): string {
  return Array.from({ length: Math.ceil(lines / linesOfBlock) }, (_, n) => block(n + 1)).join('\n')
}

/** Cut as a model does: within words, within marks, and now and then between the halves of one character. */
export function inPieces(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0, n = 0; at < text.length; n += 1) {
    const size = 3 + ((n * 7) % 11)
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return pieces
}
