/** Makes a misspelt key a type error. */
import type { en } from './en/index.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    keySeparator: false
    resources: typeof en
  }
}
