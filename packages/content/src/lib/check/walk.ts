/** @yields A tree's nodes, each before those within it. */
export function* walk<Node extends object>(tree: Node): Generator<Node> {
  yield tree
  if (!('children' in tree)) return
  for (const child of tree.children as Node[]) yield* walk(child)
}
