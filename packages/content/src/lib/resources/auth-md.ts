import { REJECTIONS } from '@conversion-capi/core/protocol'
import type { Root, RootContent } from 'mdast'

import { absoluteUrl, endpointUrl } from '../url.ts'
import { heading, item, link, list, paragraph, text } from '../facts/nodes.ts'
import { referenceFiles } from '../facts/reference-files.ts'
import { writeMarkdown } from '../facts/write-markdown.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'

/**
 * `/auth.md`: tells an agent that there is nothing to authenticate for (specification 5).
 *
 * It has the form in which agents are told how to register elsewhere (github.com/workos/auth.md), and no more of its
 * content than is true: no registration, no token, no OAuth metadata. In English, as the format is.
 */
export function authMd(school: School): Resource {
  const tree: Root = {
    type: 'root',
    children: [
      heading(1, 'auth.md'),
      ...says(
        `You are an agent, and this is how to get access to ${school.name}: you have it already. Everything here is public and anonymous. There is nothing to register, and nobody gives out credentials.`,
      ),
      ...about('Who you are', whoYouAre(school)),
      ...about('Discover', discover(school)),
      ...about('Access', access()),
      ...about('Resources', resources(school)),
      ...about('The one endpoint', endpoint(school)),
      ...about('Errors', errors()),
      ...about('Contact', contact(school)),
    ],
  }
  return {
    path: PATHS.authMd,
    contentType: 'text/markdown; charset=utf-8',
    body: writeMarkdown(tree),
  }
}

function whoYouAre(school: School): RootContent[] {
  const url = absoluteUrl(school, '/')
  return [
    paragraph(
      text('An agent, a crawler or another program that reads about the school at '),
      link(url, url),
      text(
        ', for yourself or for a person. You need no identity for it; the User-Agent header is the place to say who you are.',
      ),
    ),
  ]
}

function discover(school: School): RootContent[] {
  const catalog = absoluteUrl(school, PATHS.apiCatalog)
  return [
    paragraph(
      text('Begin with the API catalog, '),
      link(catalog, catalog),
      text(', which leads to everything else, or with the list below.'),
    ),
    ...says(
      'There are no protected resources here, so there is no OAuth metadata: no protected resource document, no authorization server, no registration endpoint.',
    ),
  ]
}

function access(): RootContent[] {
  return points(
    'Method: anonymous, the only one.',
    'Registration: none.',
    'Credentials: none. Send no Authorization header, no API key, no token and no cookie.',
    'Scopes: none.',
  )
}

function resources(school: School): RootContent[] {
  return [
    ...says('Read these with GET or HEAD, at exactly these addresses:'),
    ...list(
      referenceFiles(school).map(({ title, url, description }) =>
        item(paragraph(link(title, url), text(`: ${description}`))),
      ),
    ),
  ]
}

function endpoint(school: School): RootContent[] {
  const url = endpointUrl(school)
  return [
    paragraph(
      text('The site has one endpoint, '),
      link(url, url),
      text(
        '. It takes POST (and OPTIONS, for browsers), and it is called by the pages of the site, from their visitors’ browsers. It is no source of data.',
      ),
    ),
    ...says(
      'Do not call it to try it out. Every valid event is relayed as a real conversion; there is no sandbox, so never send synthetic or test events.',
    ),
    paragraph(
      text('What it takes and answers is in the '),
      link('documentation of the API', absoluteUrl(school, PATHS.apiHtml)),
      text('.'),
    ),
  ]
}

function errors(): RootContent[] {
  const byStatus = Object.entries(REJECTIONS).sort(([, a], [, b]) => a - b)
  return [
    ...says(
      'Nothing here answers 401, since nothing asks for credentials. The endpoint refuses with these errors, and none of them goes away with a credential:',
    ),
    ...points(...byStatus.map(([error, status]) => `${status} ${error}`)),
    ...says(
      'The 403 exists only where the school limits the origins whose pages may send events. A valid event is answered 200, also when the platform behind the endpoint refuses it or cannot be reached.',
    ),
  ]
}

function contact(school: School): RootContent[] {
  const { email } = school.contacts
  return [paragraph(text(`Write to ${school.name} at `), link(email, `mailto:${email}`), text('.'))]
}

function about(title: string, children: RootContent[]): RootContent[] {
  return [heading(2, title), ...children]
}

function says(sentences: string): RootContent[] {
  return [paragraph(text(sentences))]
}

function points(...lines: string[]): RootContent[] {
  return list(lines.map((line) => item(paragraph(text(line)))))
}
