/** Branches of a conversation: which messages are shown, and which stand at the same place. */
import { describe, expect, it } from 'vitest'
import { messageTree, type TreeNode } from '../../../src-main/chat/message-tree.ts'

const node = (id: string, parentId: string | null, seq: number): TreeNode => ({
  id,
  parentId,
  seq,
  role: id.startsWith('q') ? 'user' : 'assistant',
})

/*
 * q1 ─ a1 ─ q2 ─ a2
 *    │     └ q3 ─ a3        (q2 edited)
 *    └ a4 ─ q4              (q1 answered anew, asked on)
 */
const tree = messageTree([
  node('q1', null, 1),
  node('a1', 'q1', 2),
  node('q2', 'a1', 3),
  node('a2', 'q2', 4),
  node('q3', 'a1', 5),
  node('a3', 'q3', 6),
  node('a4', 'q1', 7),
  node('q4', 'a4', 8),
])

describe('a tree of messages', () => {
  it('shows the branch to its leaf, the newest where none is named or the named one is gone', () => {
    expect(tree.leaf('a3')).toBe('a3')
    expect(tree.leaf(null)).toBe('q4')
    expect(tree.leaf('gone')).toBe('q4')
    expect(messageTree([]).leaf(null)).toBeNull()
    expect(tree.branchTo('a3')).toEqual(['q1', 'a1', 'q3', 'a3'])
    expect(tree.branchTo('q4')).toEqual(['q1', 'a4', 'q4'])
    expect(tree.branchTo(null)).toEqual([])
    expect(tree.branchTo('gone')).toEqual([])
  })
  it('goes down by the newest', () => {
    expect(tree.newestEnd('q1')).toBe('q4')
    expect(tree.newestEnd('a1')).toBe('a3')
    expect(tree.newestEnd('q2')).toBe('a2')
    expect(tree.newestEnd('a2')).toBe('a2')
  })
  it('names the versions at one place, oldest first', () => {
    expect(tree.versions('a1')).toEqual(['a1', 'a4'])
    expect(tree.versions('q3')).toEqual(['q2', 'q3'])
    expect(tree.versions('q1')).toEqual(['q1'])
    expect(tree.versions('gone')).toEqual([])
  })
  it('keeps a message whose predecessor is missing, and ends on a circle', () => {
    const broken = messageTree([node('q1', 'gone', 1), node('a1', 'q1', 2), node('q2', 'a9', 3), node('a9', 'q2', 4)])
    expect(broken.branchTo('a1')).toEqual(['q1', 'a1'])
    expect(broken.branchTo('a9')).toEqual(['q2', 'a9'])
    expect(broken.newestEnd('q2')).toBe('a9')
    expect(broken.versions('q1')).toEqual(['q1'])
  })
})
