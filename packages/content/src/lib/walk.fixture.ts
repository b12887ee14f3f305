/** Returns the nodes of a tree, parents before their children. */
export function walk<Node extends object>(node: Node): Node[] {
  const children = 'children' in node ? (node.children as Node[]) : []
  return [node, ...children.flatMap((child) => walk(child))]
}
