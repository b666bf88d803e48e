/** What can be wrong with a person's profile or token request, with the way out. */

export type ProfileErrorCode = 'bad_time_zone' | 'bad_name' | 'name_taken' | 'unknown_profile' | 'bad_days' | 'bad_key'

export class ProfileError extends Error {
  override readonly name = 'ProfileError'
  readonly code: ProfileErrorCode
  readonly hint: string
  constructor(code: ProfileErrorCode, message: string, hint: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}
