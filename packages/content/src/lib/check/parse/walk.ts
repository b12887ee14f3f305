/** @yields The nodes of a tree, parents before their children. */
export function* walk<Node extends object>(tree: Node): Generator<Node> {
  const stack = [tree]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node
    const children = 'children' in node ? (node.children as Node[]) : []
    for (let index = children.length - 1; index >= 0; index -= 1) stack.push(children[index]!)
  }
}
