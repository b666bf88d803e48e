/** Pictures and sounds for a model: from a path in an allowed folder, a web address or a data: address. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Environment } from '../companion.ts'
import { allowedFile } from '../fetching/allowed-files.ts'
import { createWebClient } from '../fetching/web-client.ts'

const MAX_BYTES = 25 * 1024 * 1024
const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
}

export interface Media {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** Rejects when it is not of that kind, too large, or not to be had. */
export async function loadMedia(
  source: string,
  kind: 'image' | 'audio',
  env: Environment,
  signal?: AbortSignal,
): Promise<Media> {
  const media = await load(source, env, signal)
  const type = media.type.startsWith(`${kind}/`) ? media.type : (types[ending(media.name)] ?? media.type)
  if (!type.startsWith(`${kind}/`))
    throw new Error(`${media.name} is ${type || 'of an unknown type'}, not ${kind === 'image' ? 'an image' : 'audio'}.`)
  if (media.bytes.byteLength > MAX_BYTES) throw new Error(`${media.name} is larger than ${MAX_BYTES / 1024 / 1024} MB.`)
  return { ...media, type }
}

export function dataAddress({ type, bytes }: Media): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}

/** mp3 or wav: what `input_audio` takes. */
export function audioFormat({ type, name }: Media): string {
  return type === 'audio/mpeg' || ending(name) === 'mp3'
    ? 'mp3'
    : type === 'audio/wav' || type === 'audio/x-wav'
      ? 'wav'
      : ending(name)
}

async function load(source: string, env: Environment, signal?: AbortSignal): Promise<Media> {
  if (/^https?:/i.test(source)) {
    const page = await createWebClient(env).get(source, { signal })
    return { name: basename(new URL(page.url).pathname) || 'file', type: page.type, bytes: page.bytes }
  }
  if (/^data:/i.test(source)) {
    const response = await fetch(source)
    const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
    return { name: 'data', type, bytes: new Uint8Array(await response.arrayBuffer()) }
  }
  const path = await allowedFile(source, env)
  return { name: basename(path), type: types[ending(path)] ?? '', bytes: await readFile(path) }
}

function ending(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}
