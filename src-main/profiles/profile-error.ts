/** What can be wrong with a person's profile, share, address or token request, with the way out. */

export type ProfileErrorCode =
  | 'bad_time_zone'
  | 'bad_name'
  | 'name_taken'
  | 'unknown_profile'
  | 'bad_days'
  | 'bad_key'
  /** A share with oneself. */
  | 'own_share'
  /** The default profile cannot be removed. */
  | 'default_profile'
  /** The name that was typed is not the person's. */
  | 'wrong_name'
  /** Personal URLs are turned off for this person. */
  | 'urls_off'
  /** The person whose data it is does not share them. */
  | 'not_shared'
  | 'unknown_url'
  /** A stored personal URL cannot be shown: its key is out of reach or another one. */
  | 'sealed'
  /** More of them than one person can need. */
  | 'too_many'

export class ProfileError extends Error {
  override readonly name = 'ProfileError'
  readonly code: ProfileErrorCode
  readonly hint: string
  constructor(code: ProfileErrorCode, message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.hint = hint
  }
}
