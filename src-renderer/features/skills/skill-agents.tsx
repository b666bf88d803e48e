/** Which agents may use a skill. */
import { useTranslation } from 'react-i18next'
import type { SkillView } from '../../../src-main/api/contract/skills.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { Panel } from '../../ui/page.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.tsx'

const agents = ['DEEP', 'BASE'] as const

export function SkillAgents({ skill, onChanged }: { readonly skill: SkillView; readonly onChanged: () => void }) {
  const { t } = useTranslation('skills')
  const turn = async (agent: (typeof agents)[number], isAllowed: boolean) => {
    const denied = agents.filter((one) =>
      one === agent ? !isAllowed : skill.deniedAgents.includes(one) && !skill.fixedAgents.includes(one),
    )
    try {
      await client.skills.setDenied({ id: skill.id, agents: denied })
      onChanged()
    } catch (error) {
      const words = errorWords(error)
      toast([words.message, words.hint].filter(Boolean).join(' '), { tone: 'error' })
    }
  }
  return (
    <Panel title={t('agents')} about={t('agentsAbout')}>
      <ul className="border-line border-t">
        {agents.map((agent) => {
          const isFixed = skill.fixedAgents.includes(agent)
          return (
            <li key={agent} className="flex items-center gap-3 border-line px-3.5 py-2.5 not-first:border-t">
              <span className="min-w-0 flex-1">
                <span className="block text-sm">{t(`agent.${agent}`)}</span>
                {isFixed && <span className="block text-ink-2 text-xs">{t('agentFixed', { agent })}</span>}
              </span>
              <Switch
                label={t('agentSwitch', { agent: t(`agent.${agent}`) })}
                checked={!skill.deniedAgents.includes(agent)}
                disabled={isFixed}
                onChange={(isAllowed) => void turn(agent, isAllowed)}
              />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
