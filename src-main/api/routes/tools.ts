/** The Tools page: list, switch, run. */
import { api, callerOf } from '../base.ts'

export const toolRoutes = {
  list: api.tools.list.handler(async ({ context }) => {
    const { tools, warnings } = await context.services.registry.inspect(callerOf(context))
    return {
      warnings,
      tools: tools.map((tool) => ({
        name: tool.name,
        title: tool.title,
        description: tool.description,
        inputSchema: { ...tool.inputSchema },
        origin: tool.origin,
        needsIdentity: tool.needsIdentity,
        readOnly: tool.annotations.readOnlyHint,
        enabled: tool.enabled,
        hidden: tool.hidden,
      })),
    }
  }),
  setEnabled: api.tools.setEnabled.handler(async ({ context, input }) => {
    await context.services.registry.setEnabled(context.profile.id, input.name, input.enabled)
    context.services.events.publish('hub', { type: 'tools-changed' })
    return { enabled: input.enabled }
  }),
  run: api.tools.run.handler(({ context, input, signal }) =>
    context.services.registry.invoke({ tool: input.name, args: input.args, caller: callerOf(context), signal }),
  ),
}
