/**
 * A result as text for a model: texts as they are, pictures and sounds named and not spelled out, and what is said twice
 * said once (qwen-code#2439, claude-code#70280). Not cut here: the registry cuts every text alike. Pure.
 */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import { isSameJson } from '../model/json-value.ts'
import { jsonIn } from './unwrap.ts'

export function resultText({ content, structuredContent }: CallToolResult): string {
  const parts = content.map(blockText).filter((text) => text !== '')
  if (structuredContent !== undefined && !isSaid(structuredContent, content))
    parts.push(JSON.stringify(structuredContent))
  return parts.join('\n\n')
}

/** Servers repeat structuredContent as a text for older clients, as the specification wants. */
function isSaid(structured: unknown, content: readonly ContentBlock[]): boolean {
  return content.some((block) => block.type === 'text' && isSameJson(jsonIn(block.text), structured))
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}, ${size(block.data)}]`
    case 'resource_link': {
      const about = [block.mimeType, block.description].filter((text) => text !== undefined && text !== '')
      return `[resource ${block.title ?? block.name}: ${block.uri}${about.length > 0 ? ` (${about.join('; ')})` : ''}]`
    }
    case 'resource': {
      const { resource } = block
      const kind = resource.mimeType === undefined ? '' : `, ${resource.mimeType}`
      return 'text' in resource
        ? `[resource ${resource.uri}${kind}]\n${resource.text}`
        : `[resource ${resource.uri}${kind}, ${size(resource.blob)}]`
    }
  }
}

/** Of base64. */
function size(base64: string): string {
  const bytes = Math.floor((base64.replace(/=+$/, '').length * 3) / 4)
  return bytes < 1_024 ? `${bytes} bytes` : `${Math.round(bytes / 1_024)} KiB`
}
