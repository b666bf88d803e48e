/** The shape of a translated namespace: every English key, except that Chinese has no singular form of its own. */
export type Translation<Namespace> = {
  [Key in keyof Namespace as Key extends `${string}_one` ? never : Key]: string
}
