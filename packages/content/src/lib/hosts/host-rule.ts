/** What every host is told of one exact path. */
export interface HostRule {
  path: string
  headers: Record<string, string>
  /** The path of the Markdown twin, where the file has one. */
  markdown?: string
}
