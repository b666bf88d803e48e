/** People, personal addresses, audit log and secrets of the hub that exists only in this page. */
import type { Client } from '../../src-renderer/rpc/client.ts'

const absent = async (): Promise<never> => {
  throw new Error('This fake is not there yet.')
}

export const fakeHousehold: Pick<Client, 'people' | 'urls' | 'audit' | 'secrets'> = {
  people: { list: absent, create: absent, remove: absent, shares: { list: absent, ask: absent, set: absent } },
  urls: { state: absent, setEnabled: absent, ensure: absent, reveal: absent, rename: absent, revoke: absent },
  audit: { list: absent, facets: absent, export: absent, verify: absent },
  secrets: { state: absent, retry: absent, choose: absent },
}
