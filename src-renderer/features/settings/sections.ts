/** The parts of Settings: their addresses after `#/settings/`, in the order of the list. */
import type { LucideIcon } from 'lucide-react'
import { Bot, Cpu, Database, Info, KeyRound, Link2, Lock, Ruler, ScrollText, User, Users } from 'lucide-react'

export const settingsSections = [
  'person',
  'units',
  'people',
  'models',
  'agents',
  'data',
  'secrets',
  'tokens',
  'addresses',
  'audit',
  'about',
] as const
export type SettingsSection = (typeof settingsSections)[number]

export const sectionIcons: Readonly<Record<SettingsSection, LucideIcon>> = {
  person: User,
  units: Ruler,
  people: Users,
  models: Cpu,
  agents: Bot,
  data: Database,
  secrets: Lock,
  tokens: KeyRound,
  addresses: Link2,
  audit: ScrollText,
  about: Info,
}

export function isSettingsSection(value: string): value is SettingsSection {
  return settingsSections.some((section) => section === value)
}
