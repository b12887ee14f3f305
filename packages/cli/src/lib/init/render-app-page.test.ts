import { expect, it } from 'vitest'

import { scanPage } from './scan-page.ts'
import { parsePages } from './read-pages.ts'
import { renderAppPage } from './render-app-page.ts'

const read = (files: Record<string, string>) => {
  const { path, html } = renderAppPage(
    Object.entries(files).map(([file, code]) => ({ path: file, code })),
  )!
  const [{ page }] = parsePages('.', [{ path: '/', name: path, body: Buffer.from(html) }])
    .pages as [ReturnType<typeof parsePages>['pages'][number]]
  const { siteName, linked, title, language } = scanPage(page, html)
  return {
    title,
    name: siteName?.value,
    language: language?.value,
    description: page.description,
    linked,
  }
}

it('reads what the metadata and the constants of an app state', () => {
  expect(
    read({
      'app/(en)/layout.tsx': `import { Footer } from '@/components/footer'\nexport const metadata: Metadata = {\n  description:\n    'Chess for "all", it\\'s fun',\n  openGraph: { siteName: "Nord", locale: 'pl_PL' },\n}`,
      'app/admin/layout.tsx': "export const metadata = { title: 'Admin' }",
      'components/root-document.tsx':
        'export default ({ lang, children }) => <html lang={lang}><body>{children}</body></html>',
      'components/footer.tsx':
        'export const Footer = () => <footer>{/* developers.facebook.com/docs: https://developers.facebook.com/docs */} <img src="https://img.youtube.com/vi/a.jpg" /> +48 600 000 000 +48 600 000 000 <input placeholder="you@nord.pl" /> <a href="mailto:hi@nord.pl">hi@nord.pl</a> <a href="https://instagram.com/nord">Instagram</a> <a href="https://x.com/YOUR_HANDLE">X</a></footer>',
      'lib/site.ts': "export const site = { phone: '+48 601 234 568', mail: 'hi@nord.pl' }",
      'lib/seed.ts': "const other = { phone: '+48 700 000 000' }",
    }),
  ).toMatchObject({
    name: 'Nord',
    title: '',
    language: 'pl-PL',
    description: 'Chess for "all", it\'s fun',
    linked: {
      contacts: { email: 'hi@nord.pl', phone: '+48601234568' },
      sameAs: ['https://instagram.com/nord'],
    },
  })
})

it.each([
  [
    'app/layout.tsx',
    "const data = { '@type': 'ChildCare', name: 'Nord', url: `${URL}/a`, address: { '@type': 'PostalAddress', streetAddress: 'Main 1' } } as const",
  ],
  [
    'src/pages/index.astro',
    '---\nconst data = { "@type": "MusicSchool", name: "Nord", url: import.meta.env.URL, address: { streetAddress: "Main 1" } };\n---\n<html lang="ja">',
  ],
])('reads the organization that %s states as an object', (path, code) => {
  const { linked } = read({ [path]: code, 'src/Broken.tsx': "{ '@type': 'Organization', " })
  expect(linked).toMatchObject({ name: 'Nord', address: { street: 'Main 1' } })
  expect(linked.url).toBeUndefined()
})

it.each([
  ['gatsby-config.ts', "export default { siteMetadata: { title: 'Nord', description: 'Chess' } }"],
  [
    'nuxt.config.ts',
    "export default defineNuxtConfig({ app: { head: { title: 'Nord', meta: [{ name: 'description', content: 'Chess' }] } } })",
  ],
])('reads %s of an app without a document', (path, code) => {
  const form = 'pay({ key, description: "Admission test" })'
  expect(read({ 'AdmissionInfo.vue': form, [path]: code })).toMatchObject({
    title: 'Nord',
    description: 'Chess',
  })
  expect(renderAppPage([])).toBeUndefined()
})
