/** Turns the places that `cite` left in a text into elements, after Markdown was read. Pure. */
import { markEnd, markStart } from './citations.ts'

interface TreeNode {
  readonly type: string
  readonly value?: string
  children?: TreeNode[]
  readonly tagName?: string
  readonly properties?: Readonly<Record<string, string>>
}

const place = new RegExp(`${markStart}(\\d+)${markEnd}`)

/** A rehype plugin: texts are cut at each mark. */
export function citationPlugin() {
  return (tree: TreeNode): void => split(tree)
}

function split(node: TreeNode): void {
  if (node.children === undefined) return
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text' || child.value === undefined) {
      split(child)
      return [child]
    }
    if (!child.value.includes(markStart)) return [child]
    // The pattern's group makes every second part the number of a mark.
    return child.value.split(place).flatMap((part, index): TreeNode[] => {
      if (index % 2 === 0) return part === '' ? [] : [{ type: 'text', value: part }]
      return [{ type: 'element', tagName: 'citation-mark', properties: { mark: part }, children: [] }]
    })
  })
}
