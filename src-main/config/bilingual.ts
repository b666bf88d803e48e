/** What is said in both languages of the app, and the choice between them. Pure. */

/** Each language is written on its own, not translated word by word. */
export interface Bilingual<T> {
  readonly en: T
  readonly zh: T
}

/** The words in a person's language (a BCP 47 tag); everything but Chinese is answered in English. */
export function inLanguage<T>(words: Bilingual<T>, language: string): T {
  return language.toLowerCase().startsWith('zh') ? words.zh : words.en
}
