import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FILES = git('ls-files')

describe('on Windows', () => {
  it('Git checks files out with the line ends that the formatter expects', () => {
    // Also in a clone with `core.autocrlf=true`, because attributes take precedence. One line per file: the line
    // ends in the index and in the folder, then the attributes. Binary files have `-text`.
    const files = git('ls-files', '--eol')
    expect(files.filter((file) => !/^i\/(?:-text|(?:lf|none) .* eol=lf) /.test(file))).toEqual([])
  })

  // The guide for one server is about Linux.
  const pages = FILES.filter((file) =>
    /^(?:adapters|docs|packages)\/(?!.*own-server).+\.md$/.test(file),
  )

  it.each(pages)('the commands of %s are the same in PowerShell and cmd.exe', (file) => {
    const page = readFileSync(join(ROOT, file), 'utf8')
    const samples = [...page.matchAll(/^ *```sh\n([^]*?)^ *```/gm)].map(([, code]) => code)
    for (const code of samples)
      expect(code).not.toMatch(/mkdir -p|\$\(|'|\\$|&&|\| |^ *\w+=\S* (?:npm|npx|node|deno) /m)
    // In Windows PowerShell, `curl` is another command.
    if (file.startsWith('docs/start') && samples.some((code) => /^ *curl /m.test(code!)))
      expect(page).toContain('curl.exe')
  })
})

function git(...args: string[]): string[] {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trimEnd().split('\n')
}
