/** Returns the element of the page with this id. */
export function findElement(id: string): HTMLElement {
  return document.getElementById(id)!
}

/** Creates an element that contains text only. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  text = '',
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag)
  if (className) node.className = className
  node.textContent = text
  return node
}

/** Creates a `<time>` with the time of day, and the date in its tooltip. */
export function createTime(ms: number, format: Intl.DateTimeFormatOptions): HTMLTimeElement {
  const date = new Date(ms)
  const node = createElement('time', 'time', date.toLocaleTimeString(undefined, format))
  node.dateTime = date.toISOString()
  node.title = date.toLocaleString()
  return node
}
