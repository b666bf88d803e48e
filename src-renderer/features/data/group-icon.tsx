/** One small picture a group, beside its name. */
import {
  Activity,
  Apple,
  Bed,
  Brain,
  CircleDot,
  Droplet,
  Ear,
  Footprints,
  HeartPulse,
  Leaf,
  type LucideIcon,
  PersonStanding,
  Scale,
  Stethoscope,
  Thermometer,
  Venus,
} from 'lucide-react'
import type { Group } from './overview-cards.ts'

const icons: Record<Group, LucideIcon> = {
  heart: HeartPulse,
  activity: Footprints,
  sleep: Bed,
  body: Scale,
  vitals: Thermometer,
  lab: Droplet,
  nutrition: Apple,
  mobility: PersonStanding,
  mind: Brain,
  hearing: Ear,
  reproductive: Venus,
  symptom: Stethoscope,
  environment: Leaf,
  other: CircleDot,
}

export function GroupIcon(props: { readonly group: Group; readonly isPair?: boolean }) {
  const Icon = props.isPair ? Activity : icons[props.group]
  return <Icon aria-hidden="true" size={15} strokeWidth={1.6} className="shrink-0" />
}
