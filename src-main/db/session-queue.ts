/**
 * Who may speak to the engine's only session next. First come, first served, except that whoever is inside a
 * transaction (or in the middle of an extended query) has the session alone until it is done.
 */

export class SessionQueue<Owner, Job extends { readonly owner: Owner }> {
  readonly #jobs: Job[] = []
  #holder: Owner | null = null

  get length(): number {
    return this.#jobs.length
  }

  get holder(): Owner | null {
    return this.#holder
  }

  /** True when somebody waits who is kept out by the holder. */
  get isBlocked(): boolean {
    return this.#holder !== null && this.#jobs.some((job) => job.owner !== this.#holder)
  }

  add(job: Job): void {
    this.#jobs.push(job)
  }

  /** The next job that may run, taken out of the queue; null when there is none or the holder has nothing to say. */
  take(): Job | null {
    if (this.#holder === null) return this.#jobs.shift() ?? null
    const at = this.#jobs.findIndex((job) => job.owner === this.#holder)
    return at < 0 ? null : (this.#jobs.splice(at, 1)[0] ?? null)
  }

  /** After a job of `owner`: does it keep the session? */
  settle(owner: Owner, keeps: boolean): void {
    this.#holder = keeps ? owner : null
  }

  /** Forgets everything `owner` still wanted. Returns true when it held the session. */
  drop(owner: Owner): boolean {
    for (let at = this.#jobs.length - 1; at >= 0; at--) {
      if (this.#jobs[at]?.owner === owner) this.#jobs.splice(at, 1)
    }
    return this.#holder === owner
  }
}
