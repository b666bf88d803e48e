/** Skills: folders with a SKILL.md (agentskills.io) that tell an agent how to do a kind of work. */
import type { Bilingual } from '../config/bilingual.ts'

/** Limits of the format (agentskills.io/specification) and of what is taken in. */
export const skillLimits = {
  nameLength: 64,
  descriptionLength: 1024,
  compatibilityLength: 500,
  /** Bytes between the two `---` lines: far more than the fields can hold. */
  frontmatterBytes: 16 * 1024,
  /** Bytes of SKILL.md. */
  bodyBytes: 200 * 1024,
  fileBytes: 5 * 1024 * 1024,
  totalBytes: 50 * 1024 * 1024,
  files: 500,
  /** Folders within folders. */
  depth: 8,
  /** Entries of a zip, folders counted. */
  zipEntries: 2_000,
  /** Of what comes out of a zip to what went in, once `zipGraceBytes` are out. */
  zipRatio: 100,
  zipGraceBytes: 10 * 1024 * 1024,
} as const

export interface SkillFile {
  /** Relative, with forward slashes. */
  readonly path: string
  readonly bytes: number
  /** A script is listed as such: nothing runs at install, and a person should look at it. */
  readonly kind: 'instructions' | 'script' | 'text' | 'binary'
}

export interface SkillView {
  /**
   * The folder's name; what agents read under `/skills/<id>/`. Where a name is taken, by a skill of an earlier
   * directory, the others carry a number behind it (`sleep-review~2`) and an error.
   */
  readonly id: string
  readonly name: string
  readonly description: string
  /** The same for Chinese readers, where the skill is one of ours; null else. */
  readonly descriptionZh: string | null
  readonly license: string | null
  /** What it needs to work, in its author's words. */
  readonly compatibility: string | null
  readonly author: string | null
  readonly origin: 'packaged' | 'personal' | 'directory'
  readonly dir: string
  readonly enabled: boolean
  /** 'new': never reviewed; 'changed': files differ from what was reviewed; it is off until looked at. */
  readonly review: 'reviewed' | 'new' | 'changed'
  readonly files: readonly SkillFile[]
  readonly hash: string
  /** Upper-case names of agents that may not use it: by the person, or by the configuration. */
  readonly deniedAgents: readonly string[]
  /** Those of them that ALLOWED_SKILLS_{AGENT} or DISALLOWED_SKILLS_{AGENT} leaves out: no switch changes that. */
  readonly fixedAgents: readonly string[]
  /** Why it cannot be used; null when it can. Names the file and the field. */
  readonly error: Bilingual<string> | null
}

/** What an agent is told and may read of one usable skill. */
export interface UsableSkill {
  readonly id: string
  readonly name: string
  readonly description: string
  /** `/skills/<id>/SKILL.md` */
  readonly path: string
}

/** Replaces the default instruction and line template of the prompt (AgentScope). */
export interface SkillPromptWords {
  readonly instruction?: string
  /** With {name}, {description} and {path}. */
  readonly template?: string
}

export interface Skills {
  /** Every skill of every directory with its errors, read afresh where a file changed. */
  list(userId: number): Promise<readonly SkillView[]>
  /** Enabled, reviewed as they are now, and allowed to this agent (upper case; MCP for connected apps). */
  usable(userId: number, agent: string): Promise<readonly UsableSkill[]>
  /** The part of a system prompt that tells of them; empty without any. */
  prompt(skills: readonly UsableSkill[], words?: SkillPromptWords): string
  /** A file of a usable skill by `/skills/…` path; null when there is none. Symbolic links that lead out are none. */
  read(userId: number, agent: string, path: string): Promise<Uint8Array | null>
  /** Paths under `/skills/` that `read` answers, with their sizes. */
  paths(userId: number, agent: string): Promise<readonly { readonly path: string; readonly bytes: number }[]>
  /** For the page: a file of any skill, usable or not. */
  file(userId: number, id: string, path: string): Promise<Uint8Array | null>
  /**
   * Puts a folder or a zip of one skill into the app's own directory, switched off, nothing run. Answers its id.
   *
   * @throws SkillError
   */
  install(userId: number, source: string): Promise<string>
  /** Moves an own one to the trash folder of the data directory. */
  remove(userId: number, id: string): Promise<void>
  /** `hash` is what the person looked at: another one now is refused with 'changed'. */
  approve(userId: number, id: string, hash: string): Promise<void>
  /** What was not reviewed as it is now cannot be enabled: 'not_reviewed'. */
  setEnabled(userId: number, id: string, enabled: boolean): Promise<void>
  setDenied(userId: number, id: string, agents: readonly string[]): Promise<void>
  /** The app's own directory, for "open the folder". */
  readonly ownDir: string
  /** After files or a person's decisions changed. Returns the unsubscribe function. */
  onChanged(listener: () => void): () => void
  close(): Promise<void>
}
