/** The branches of a conversation: every message names the one before it, and a message may have several after it. Pure. */

export interface TreeNode {
  readonly id: string
  /** Null for a first message. */
  readonly parentId: string | null
  /** Order in which they were written; unique. */
  readonly seq: number
  readonly role: 'user' | 'assistant'
}

export interface MessageTree {
  /** The end of the branch that is shown: the named one, else the newest message; null for an empty conversation. */
  leaf(leafId: string | null): string | null
  /** From the first message to this one; empty for an unknown one. */
  branchTo(id: string | null): string[]
  /** Down from a message, always by the newest. */
  newestEnd(id: string): string
  /** The messages that stand at the same place, itself included, oldest first. */
  versions(id: string): string[]
}

export function messageTree(nodes: readonly TreeNode[]): MessageTree {
  const ordered = nodes.toSorted((a, b) => a.seq - b.seq)
  const byId = new Map(ordered.map((node) => [node.id, node]))
  const children = new Map<string | null, TreeNode[]>()
  for (const node of ordered) {
    // A message whose predecessor is not there begins a branch of its own, rather than vanish.
    const parent = node.parentId !== null && byId.has(node.parentId) ? node.parentId : null
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [node])
    else siblings.push(node)
  }

  return {
    leaf: (leafId) => (leafId !== null && byId.has(leafId) ? leafId : (ordered.at(-1)?.id ?? null)),
    branchTo(id) {
      const branch: string[] = []
      const seen = new Set<string>()
      let node = id === null ? undefined : byId.get(id)
      while (node !== undefined && !seen.has(node.id)) {
        seen.add(node.id)
        branch.push(node.id)
        node = node.parentId === null ? undefined : byId.get(node.parentId)
      }
      return branch.reverse()
    },
    newestEnd(id) {
      let end = id
      for (;;) {
        const next = children.get(end)?.at(-1)
        if (next === undefined || next.seq <= (byId.get(end)?.seq ?? 0)) return end
        end = next.id
      }
    },
    versions(id) {
      const node = byId.get(id)
      if (node === undefined) return []
      const parent = node.parentId !== null && byId.has(node.parentId) ? node.parentId : null
      return (children.get(parent) ?? []).filter(({ role }) => role === node.role).map((one) => one.id)
    },
  }
}
