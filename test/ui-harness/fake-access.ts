/** Connect page and consent requests of the hub that exists only in this page. */
import type { Client } from '../../src-renderer/rpc/client.ts'

const absent = async (): Promise<never> => {
  throw new Error('This fake is not there yet.')
}

export const fakeAccess: Pick<Client, 'consents' | 'apps' | 'connect'> = {
  consents: { pending: async () => [], decide: absent },
  apps: { list: absent, revoke: absent, own: { list: absent, create: absent, remove: absent } },
  connect: {
    clients: absent,
    preview: absent,
    write: absent,
    remove: absent,
    verify: absent,
    entries: absent,
    heard: absent,
    reachability: absent,
  },
}
