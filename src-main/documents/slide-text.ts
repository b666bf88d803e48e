/** The text of a presentation, slide by slide, with the speaker's notes. */
import { SaxesParser } from 'saxes'
import { DocumentError } from './document-error.ts'
import { checkedArchive } from './office-archive.ts'

export async function slideText(bytes: Uint8Array, name: string): Promise<string> {
  const entries = await checkedArchive(bytes, name, (path) =>
    /^ppt\/(?:slides\/slide|notesSlides\/notesSlide)\d+\.xml$/.test(path),
  )
  const numbered = [...entries].flatMap(([path, content]) => {
    const number = /^ppt\/slides\/slide(\d+)\.xml$/.exec(path)?.[1]
    return number === undefined ? [] : [{ number: Number(number), content }]
  })
  const slides = numbered
    .sort((a, b) => a.number - b.number)
    .map(({ number, content }) => {
      const notes = entries.get(`ppt/notesSlides/notesSlide${number}.xml`)
      return { number, text: drawnText(content), notes: notes === undefined ? '' : drawnText(notes) }
    })
  if (slides.every(({ text, notes }) => text === '' && notes === ''))
    throw new DocumentError('nothing_readable', `${name} has no text on its slides.`)
  return slides
    .map(({ number, text, notes }) => `## Slide ${number}\n\n${text}${notes === '' ? '' : `\n\nNotes: ${notes}`}`)
    .join('\n\n')
}

/** Runs (`a:t`) joined, a line for each paragraph (`a:p`). */
function drawnText(xml: Uint8Array): string {
  const parser = new SaxesParser()
  const lines: string[] = []
  let line = ''
  let isText = false
  parser.on('opentag', ({ name }) => {
    isText = name === 'a:t'
    if (name === 'a:br') line += '\n'
  })
  parser.on('text', (text) => {
    if (isText) line += text
  })
  parser.on('closetag', ({ name }) => {
    isText = false
    if (name !== 'a:p') return
    if (line.trim() !== '') lines.push(line.trim())
    line = ''
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(new TextDecoder().decode(xml)).close()
  return lines.join('\n')
}
