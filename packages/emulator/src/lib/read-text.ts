/** The body as text; one that breaks off counts as empty. */
export async function readText(request: Request): Promise<string> {
  try {
    return await request.text()
  } catch {
    return ''
  }
}
