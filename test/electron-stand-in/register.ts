/** Makes `electron` resolve to the stand-in, for import and for require. */
import { registerHooks } from 'node:module'

const standIn = new URL('./electron-module.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'electron') return { url: standIn, format: 'module-typescript', shortCircuit: true }
    return next(specifier, context)
  },
})
