/** Process that opens the keychain store, does one thing and prints what it found. */

import { silentLogger } from '../../src-main/log/logger.ts'
import { openSecrets } from '../../src-main/secrets/open.ts'

const [dataDir = '', action = 'get'] = process.argv.slice(2)
const store = await openSecrets({ mode: 'keychain', dataDir, log: silentLogger })
if (action === 'set') await store.set('jwt', 'kept')
if (action === 'set-other') await store.set('jwt', 'other')
process.stdout.write(`${JSON.stringify({ store: store.store, value: await store.get('jwt') })}\n`)
process.exit(0)
