import { readFileSync } from 'node:fs'

/** The text of files, by path. */
type SiteFiles = Record<string, string>

/** A Dutch school with three handmade pages for Netlify. */
export const NETLIFY_SCHOOL: SiteFiles = readSite('netlify-school')

/**
 * A school in Kazakh and Russian on Cloudflare. One page is long, and `widget/` is shown in an iframe: its page view is
 * the one of the page around it.
 */
export const CLOUDFLARE_SCHOOL: SiteFiles = readSite('cloudflare-school', {
  '(3,300 paragraphs)\n': '<p>Бөлшектер, теңдеулер, геометрия және есептер.</p>\n'.repeat(3300),
})

/** Three pages that a Polish chess school has written by hand. The pixel counts its own page view. */
export const POLISH_PAGES: SiteFiles = readSite('polish-school')

/** Three pages that an Arabic school has written by hand. The names of the files are Arabic, too. */
export const ARABIC_PAGES: SiteFiles = readSite('arabic-school')

/**
 * The output of `docusaurus build`, with the packages @docusaurus/core and create-docusaurus 3.9.2 of the npm registry
 * and the template `classic`. Trimmed: of each page the head and a part of the body, and no bundle.
 */
export const DOCUSAURUS_BUILD: SiteFiles = readSite('docusaurus-build')

/**
 * An export of Tilda. Trimmed, and with other texts, as the next three. The elements, their order and their attributes
 * follow https://github.com/Vladkurr/tildatest at commit a1f21d44118d6ebb81cb5a92840de1966645f620 (`index.html`).
 */
export const TILDA_EXPORT: SiteFiles = readSite('tilda-export')

/**
 * An export of Webflow.
 *
 * @see https://github.com/bradasapra/fx-coating-webflow-export at commit 76c0a7d2d9f76f3ad4e9e283ebc736cc92838261
 *   (`contact-fx-coating.html`)
 */
export const WEBFLOW_EXPORT: SiteFiles = readSite('webflow-export')

/**
 * The published pages of a Wix site. Wix publishes what the owner pasted into "Custom Code" at the end of the head.
 *
 * @see https://github.com/Izikopra/izikopra.github.io at commit 23a6b37240dc717faa4bf696767f60bd61fc9a76 (`README.md`)
 * @see https://dev.wix.com/docs/develop-websites-sdk/code-your-site/build-a-custom-frontend/custom-code/about-custom-code
 */
export const WIX_PAGE: SiteFiles = readSite('wix-page')

/**
 * A page of WordPress 6.9.1, exported with the plugin Simply Static.
 *
 * @see https://github.com/faizan1405/simply-static-1-1772979737 at commit 68ce4ec886549410e3e7590003a72d87a2abe367
 *   (`hello-world/index.html`)
 */
export const WORDPRESS_PAGE: SiteFiles = readSite('wordpress-page')

/** Reads the files of a site from one text file, in which a line such as `=== public/index.html` precedes each. */
function readSite(name: string, replacements: Record<string, string> = {}): SiteFiles {
  const text = readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8')
  const [, ...parts] = text.split(/^=== (.+)\n/m)
  const files: SiteFiles = {}
  for (let index = 0; index < parts.length; index += 2) {
    files[parts[index]!] = Object.entries(replacements).reduce(
      (content, [from, to]) => content.replace(from, () => to),
      parts[index + 1]!,
    )
  }
  return files
}
