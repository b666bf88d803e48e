/** Which device or app a record came from: its name and whether it is a watch, a phone, an app or the person's hand. */
import type { RawSource } from '../../types.ts'

/**
 * One object per distinct source, so that the writer can compare by identity. The `HKDevice` address changes from
 * record to record and is never looked at (the-momentum/open-wearables#578: 73 devices for one phone).
 */
export class AppleSources {
  readonly #byName = new Map<string, Map<string, RawSource>>()
  readonly #kindOfName = new Map<string, 'watch' | 'phone' | 'app'>()
  #lastDevice = ''
  #lastKind: 'watch' | 'phone' | 'app' | null = null

  of(name: string, device: string, isManual: boolean): RawSource {
    let kind: RawSource['kind']
    if (isManual) kind = 'manual'
    else {
      const told = device === '' ? null : this.#kindOfDevice(device)
      if (told !== null) {
        kind = told
        if (!this.#kindOfName.has(name)) this.#kindOfName.set(name, told)
      } else kind = this.#kindOfName.get(name) ?? kindByName(name)
    }
    let kinds = this.#byName.get(name)
    if (kinds === undefined) {
      kinds = new Map()
      this.#byName.set(name, kinds)
    }
    let source = kinds.get(kind)
    if (source === undefined) {
      const model = /hardware:([A-Za-z]+\d+,\d+)/.exec(device)?.[1]
      source = model === undefined || isManual ? { name, kind } : { name, kind, model }
      kinds.set(kind, source)
    }
    return source
  }

  #kindOfDevice(device: string): 'watch' | 'phone' | 'app' | null {
    if (device === this.#lastDevice) return this.#lastKind
    this.#lastDevice = device
    if (device.includes('model:Watch') || device.includes('hardware:Watch')) this.#lastKind = 'watch'
    else if (device.includes('model:iPhone') || device.includes('hardware:iPhone')) this.#lastKind = 'phone'
    else this.#lastKind = device.includes('HKDevice') ? 'app' : null
    return this.#lastKind
  }
}

/** Some types carry no device at all; the phone names watch and phone after their owner by default. */
function kindByName(name: string): 'watch' | 'phone' | 'app' {
  if (/\bwatch\b/i.test(name)) return 'watch'
  return /\biphone\b/i.test(name) ? 'phone' : 'app'
}
