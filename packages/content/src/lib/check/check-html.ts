import type * as hast from 'hast'

import { absoluteUrl } from '../url.ts'
import { PATHS } from '../resource.ts'
import type { Finding } from './problem.ts'
import type { Site } from './site.ts'
import type { SiteFile } from './site-file.ts'
import { textsOf } from './texts-of.ts'
import { walk } from './walk.ts'

/**
 * A page can be read without a script, and says in which language it is, what it is and where it stands.
 *
 * @yields What keeps it from that.
 */
export function* checkHtml(file: SiteFile, { school }: Site): Generator<Finding> {
  if (file.kind !== 'html') return
  const elements = [...walk<hast.Nodes>(file.tree)].filter((node) => node.type === 'element')

  const lang = find('html')?.properties['lang']
  if (!lang) {
    yield { line: 1, message: `It says no language: write <html lang="${school.language}">.` }
  } else if (file.path === PATHS.forLlm && lang !== school.language) {
    const message = `Its language is "${String(lang)}", and the description's "${school.language}": write <html lang="${school.language}">.`
    yield { line: 1, message }
  }
  if (!find('title', ({ children }) => children.length > 0)) {
    yield { message: 'It has no title: write one in <title>.' }
  }
  if (!find('meta', ({ properties: { name, content } }) => name === 'description' && !!content)) {
    yield { message: 'It has no description: write one in <meta name="description" content="…">.' }
  }
  const canonical = find('link', ({ properties: { rel } }) => [rel].flat().includes('canonical'))
  const address = absoluteUrl(school, file.path)
  if (canonical && canonical.properties['href'] !== address) {
    const message = `Its canonical address is "${String(canonical.properties['href'])}": write "${address}".`
    yield { line: canonical.position?.start.line, message }
  }
  if ([...textsOf(file)].every(({ depth }) => depth !== undefined)) {
    const message =
      'It shows nothing without scripts, and most agents run none: write its text into the HTML.'
    yield { message }
  }

  function find(
    tagName: string,
    is: (element: hast.Element) => boolean = () => true,
  ): hast.Element | undefined {
    return elements.find((element) => element.tagName === tagName && is(element))
  }
}
