/** External servers that exist only in the harness page. */
import type { Client } from '../../src-renderer/rpc/client.ts'

export const fakeServers = {} as Client['servers']
export const fakeQuestions = {} as Client['questions']
