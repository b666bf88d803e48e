/** A chart as a picture with its title, on the theme's own ground, to paste into a letter. */
import type { ChartColours } from './chart-colours.ts'

export async function chartImage(
  canvas: HTMLCanvasElement,
  title: string,
  subtitle: string,
  colours: ChartColours,
): Promise<Blob> {
  const ratio = canvas.clientWidth > 0 ? canvas.width / canvas.clientWidth : 1
  const margin = 16 * ratio
  const head = 44 * ratio
  const picture = document.createElement('canvas')
  picture.width = canvas.width + margin * 2
  picture.height = canvas.height + head + margin
  const context = picture.getContext('2d')
  if (!context) throw new Error('No 2d context for the picture')
  context.fillStyle = colours.surface
  context.fillRect(0, 0, picture.width, picture.height)
  context.textBaseline = 'middle'
  context.font = `600 ${14 * ratio}px ${colours.font}`
  context.fillStyle = colours.ink
  context.fillText(title, margin, head / 2)
  const after = margin + context.measureText(`${title}  `).width
  context.font = `${12 * ratio}px ${colours.font}`
  context.fillStyle = colours.ink2
  context.fillText(subtitle, after, head / 2)
  context.drawImage(canvas, margin, head)
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made'))), 'image/png')
  })
}
