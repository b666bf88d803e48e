/** The addresses of this hub as a request reached it: loopback by one of its names, or the public address. */
import type { IncomingMessage } from 'node:http'
import type { Express } from 'express'
import type { Config } from '../config/config.ts'
import { loopbackHosts } from './loopback.ts'

export interface Site {
  /** `HTTP_URI_PREFIX`, '' or '/x'. */
  readonly uriPrefix: string
  /** Origin without a slash at the end. The guard has checked Host, so it is one of ours. */
  originOf(request: Pick<IncomingMessage, 'headers'>): string
  /** Every origin that requests may come under; empty before the server listens. */
  origins(): readonly string[]
}

/** Puts routes behind the guard. Runs while the server is built; ports are known when requests come. */
export type Mount = (app: Express, site: Site) => void

export type MutableSite = Site & { listening(port: number): void }

export function createSite(config: {
  http: Pick<Config['http'], 'uriPrefix'>
  mcpPublicUrl: string | null
}): MutableSite {
  const publicUrl = config.mcpPublicUrl === null ? null : new URL(config.mcpPublicUrl)
  let origins: readonly string[] = []
  return {
    uriPrefix: config.http.uriPrefix,
    originOf({ headers }) {
      const host = headers.host ?? ''
      return publicUrl !== null && host === publicUrl.host ? publicUrl.origin : `http://${host}`
    },
    origins: () => origins,
    listening(port) {
      const loopback = loopbackHosts(port).map((host) => `http://${host}`)
      origins = publicUrl === null ? loopback : [...loopback, publicUrl.origin]
    },
  }
}
