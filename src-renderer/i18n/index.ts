/** Both languages, packaged; one namespace a feature. */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en/index.ts'
import { zhCN } from './zh-CN/index.ts'

export type Language = 'en' | 'zh-CN'

/** The system's language, as far as we speak it. */
export function systemLanguage(preferred: readonly string[] = navigator.languages): Language {
  return preferred[0]?.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

export const i18n = i18next.createInstance()

void i18n.use(initReactI18next).init({
  resources: { en, 'zh-CN': zhCN },
  lng: typeof navigator === 'undefined' ? 'en' : systemLanguage(),
  fallbackLng: 'en',
  defaultNS: 'common',
  ns: Object.keys(en),
  keySeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
})

i18n.on('languageChanged', (language) => {
  if (typeof document !== 'undefined') document.documentElement.lang = language
})
if (typeof document !== 'undefined') document.documentElement.lang = i18n.language
