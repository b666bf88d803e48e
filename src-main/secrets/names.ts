/**
 * Every secret the hub keeps. Keychains cannot be asked what they hold, so that moving from one store to another needs
 * this list: a service that keeps a new secret adds its name.
 */
export const secretNames: readonly string[] = [
  'jwt-key',
  'oauth-keys',
  'personal-url-key',
  'provider-keys',
  'server-key',
]
