import { REJECTIONS } from '@conversion-capi/core/protocol'
import type { Root, RootContent } from 'mdast'

import { linkUrls } from '../facts/link-urls.ts'
import {
  headingNode,
  linkNode,
  listItemNode,
  listNodes,
  paragraphNode,
  serializeMarkdown,
  textNode,
} from '../facts/markdown.ts'
import { referenceFiles } from '../facts/reference-files.ts'
import { labelsOf } from '../labels.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { absoluteUrl, endpointUrl } from '../url.ts'

/**
 * Renders `/auth.md`: the authentication discovery document, which states that access is anonymous
 * (specification 5).
 *
 * It follows the auth.md format, but omits what does not apply: registration, tokens and OAuth metadata. It is in
 * English, as the format is.
 *
 * @see https://github.com/workos/auth.md
 */
export function authMd(school: School): Resource {
  const tree: Root = {
    type: 'root',
    children: [
      headingNode(1, 'auth.md'),
      plainParagraph(
        `This document tells agents how to access ${school.name}. Everything on this site is public, and access is anonymous. There is no registration, and no credentials are issued.`,
      ),
      headingNode(2, 'Who you are'),
      ...whoYouAre(school),
      headingNode(2, 'Discover'),
      ...discover(school),
      headingNode(2, 'Access'),
      ...access(),
      headingNode(2, 'Resources'),
      ...resources(school),
      headingNode(2, 'API endpoint'),
      ...apiEndpoint(school),
      headingNode(2, 'Errors'),
      ...errors(),
      ...contact(school),
    ],
  }
  return {
    path: PATHS.authMd,
    contentType: 'text/markdown; charset=utf-8',
    body: serializeMarkdown(linkUrls(tree)),
    headers: { 'Content-Language': 'en' },
  }
}

function whoYouAre(school: School): RootContent[] {
  const url = absoluteUrl(school, '/')
  return [
    paragraphNode(
      textNode('You are an agent, a crawler or another program that reads '),
      linkNode(url, url),
      textNode(
        ', for yourself or for a person. You need no identity. You can identify yourself in the User-Agent header.',
      ),
    ),
  ]
}

function discover(school: School): RootContent[] {
  const catalogUrl = absoluteUrl(school, PATHS.apiCatalog)
  return [
    paragraphNode(
      textNode('Start with the API catalog, '),
      linkNode(catalogUrl, catalogUrl),
      textNode(', which links to everything else, or with the list of resources below.'),
    ),
    plainParagraph(
      'This site has no protected resources, so it publishes no OAuth metadata: no protected resource metadata, no authorization server metadata and no registration endpoint.',
    ),
  ]
}

function access(): RootContent[] {
  return bulletList(
    'Method: anonymous. There is no other method.',
    'Registration: none.',
    'Credentials: none. Do not send an Authorization header, an API key, a token or a cookie.',
    'Scopes: none.',
  )
}

function resources(school: School): RootContent[] {
  return [
    plainParagraph('Read these resources with GET or HEAD, at exactly these URLs:'),
    ...listNodes(
      referenceFiles(school, labelsOf({ language: 'en' })).map(({ title, url, description }) =>
        listItemNode(paragraphNode(linkNode(title, url), textNode(`: ${description}`))),
      ),
    ),
  ]
}

function apiEndpoint(school: School): RootContent[] {
  const url = endpointUrl(school)
  return [
    paragraphNode(
      textNode('The site has one API endpoint, '),
      linkNode(url, url),
      textNode(
        '. It accepts POST, and OPTIONS for CORS preflights. The site’s pages call it from their visitors’ browsers. It returns no data about the school.',
      ),
    ),
    plainParagraph(
      'Do not call it to try it out. Every valid event is forwarded as a real conversion. There is no sandbox: never send synthetic or test events.',
    ),
    paragraphNode(
      textNode('Requests and responses are described in the '),
      linkNode('API documentation', absoluteUrl(school, PATHS.apiHtml)),
      textNode('.'),
    ),
  ]
}

function errors(): RootContent[] {
  const byStatus = Object.entries(REJECTIONS).sort(([, a], [, b]) => a - b)
  return [
    plainParagraph(
      'No resource returns 401, because none requires credentials. The API endpoint can return the following errors. Credentials do not resolve any of them.',
    ),
    ...bulletList(...byStatus.map(([error, status]) => `${status} ${error}`)),
    plainParagraph(
      'A 403 is possible only if the school limits the origins that may send events. A valid event always gets a 200 response, even if the upstream API rejects it or cannot be reached.',
    ),
  ]
}

function contact(school: School): RootContent[] {
  const { email } = school.contacts ?? {}
  if (email === undefined) return []
  return [
    headingNode(2, 'Contact'),
    paragraphNode(
      textNode(`Write to ${school.name} at `),
      linkNode(email, `mailto:${email}`),
      textNode('.'),
    ),
  ]
}

function plainParagraph(text: string): RootContent {
  return paragraphNode(textNode(text))
}

function bulletList(...lines: string[]): RootContent[] {
  return listNodes(lines.map((line) => listItemNode(paragraphNode(textNode(line)))))
}
