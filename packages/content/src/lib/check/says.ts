/** Whether a fact is in a text; "64 EUR" is not in "264 EUR". */
export function says(text: string, fact: string): boolean {
  for (let start = text.indexOf(fact); start !== -1; start = text.indexOf(fact, start + 1)) {
    const end = start + fact.length
    const isPart =
      /^\d{2}$/.test(text.slice(start - 1, start + 1)) ||
      /^\d{2}$/.test(text.slice(end - 1, end + 1))
    if (!isPart) return true
  }
  return false
}
