import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Adds course pages to a copy of the example site, and lists them in its description. Each is a copy of its largest
 * program page with a title, a description and an amount of its own.
 *
 * @param dir The copy.
 * @param count The number of pages. They have 20 folders, and every second one ends with a slash.
 */
export async function addPages(dir: string, count: number): Promise<void> {
  const [template] = await readdir(join(dir, 'public/programs'))
  const html = await readFile(join(dir, 'public/programs', template!), 'utf8')
  for (const index of Array.from({ length: count }).keys()) {
    const file = `courses/${index % 20}/course-${index}${index % 2 ? '/index' : ''}.html`
    const path = join(dir, 'public', file)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(
      path,
      html
        .replace(/<title>[^<]*/, `<title>Course ${index} | Polaris Online School`)
        .replace(/(name="description"\s+content=")[^"]*/, `$1${describe(index)}`),
    )
  }
  const config = join(dir, 'school.config.ts')
  const pages = `...Array.from({ length: ${count} }, (_, index) => ({
      path: \`/courses/\${index % 20}/course-\${index}\${index % 2 ? '/' : '.html'}\`,
      title: \`Course \${index}\`,
      description: \`${describe('${index}')}\`,
    })),`
  const text = await readFile(config, 'utf8')
  await writeFile(config, text.replace(/\n {2}pages: \[/, `$&\n    ${pages}`))
}

function describe(index: number | string): string {
  return `Course ${index} at Polaris Online School: live lessons in a group of at most eight students.`
}
