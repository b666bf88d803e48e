/** The content blocks of a tool result or a prompt message, as far as a page can show them. Pure. */
import { isJson, type Json } from '../tools/schema-parameters.ts'

/** After MCP `ContentBlock` (schema 2025-11-25 and 2026-07-28). What is not known or not whole stays as it came. */
export type ContentPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly kind: 'resource'; readonly uri: string; readonly mimeType: string | null; readonly text: string }
  | { readonly kind: 'blob'; readonly uri: string; readonly mimeType: string | null; readonly data: string }
  | {
      readonly kind: 'link'
      readonly uri: string
      readonly name: string
      readonly description: string | null
      readonly mimeType: string | null
    }
  | { readonly kind: 'other'; readonly block: unknown }

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export function contentPart(block: unknown): ContentPart {
  if (!isJson(block)) return { kind: 'other', block }
  const other: ContentPart = { kind: 'other', block }
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string' ? { kind: 'text', text: block.text } : other
    case 'image':
    case 'audio':
      return typeof block.data === 'string' && typeof block.mimeType === 'string'
        ? { kind: block.type, data: block.data, mimeType: block.mimeType }
        : other
    case 'resource':
      return isJson(block.resource) ? embedded(block.resource, other) : other
    case 'resource_link':
      return typeof block.uri === 'string'
        ? {
            kind: 'link',
            uri: block.uri,
            name: text(block.title) ?? text(block.name) ?? block.uri,
            description: text(block.description),
            mimeType: text(block.mimeType),
          }
        : other
    default:
      return other
  }
}

function embedded(resource: Json, other: ContentPart): ContentPart {
  const { uri } = resource
  const mimeType = text(resource.mimeType)
  if (typeof uri !== 'string') return other
  if (typeof resource.text === 'string') return { kind: 'resource', uri, mimeType, text: resource.text }
  if (typeof resource.blob === 'string') return { kind: 'blob', uri, mimeType, data: resource.blob }
  return other
}

/** Images that a page can draw. What an SVG would run or load, an image element and the content policy keep from it. */
export function isPicture(mimeType: string | null): boolean {
  return /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)\b/i.test(mimeType ?? '')
}

export function isSound(mimeType: string | null): boolean {
  return /^audio\//i.test(mimeType ?? '')
}

/** Only what a browser opens as a page: an address of another scheme is shown to be copied, never offered to be opened. */
export function isWebAddress(uri: string): boolean {
  return /^https?:\/\//i.test(uri) && URL.canParse(uri)
}
