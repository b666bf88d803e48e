/** Where models come from, and which are used. */
import { DefaultModels } from '../models/default-models.tsx'
import { ProviderList } from '../models/provider-list.tsx'
import { AgentLocalOnly } from './agent-local-only.tsx'

export function ModelsSection() {
  return (
    <>
      <ProviderList />
      <DefaultModels />
      <AgentLocalOnly />
    </>
  )
}
