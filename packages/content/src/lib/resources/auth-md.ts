import { REJECTIONS } from '@conversion-capi/core/protocol'
import type { Paragraph, PhrasingContent, RootContent } from 'mdast'

import { linkUrls } from '../facts/link-urls.ts'
import {
  headingNode,
  linkNode,
  listNodes,
  paragraphNode,
  serializeMarkdown,
  textNode,
} from '../facts/markdown.ts'
import { referenceFiles } from '../facts/reference-files.ts'
import { labelsOf } from '../school/labels.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school/school-schema.ts'
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
  const { email } = school.contacts ?? {}
  const link = (url: string) => linkNode(url, url)
  const files = referenceFiles(school, labelsOf({ language: 'en' }))
  const errors = Object.entries(REJECTIONS).sort(([, a], [, b]) => a - b)
  const children: RootContent[] = [
    headingNode(1, 'auth.md'),
    paragraph`This document tells agents how to access ${school.name}. Everything on this site is public, and access is anonymous. There is no registration, and no credentials are issued.`,
    headingNode(2, 'Who you are'),
    paragraph`You are an agent, a crawler or another program that reads ${link(absoluteUrl(school, '/'))}, for yourself or for a person. You need no identity. You can identify yourself in the User-Agent header.`,
    headingNode(2, 'Discover'),
    paragraph`Start with the API catalog, ${link(absoluteUrl(school, PATHS.apiCatalog))}, which links to everything else, or with the list of resources below.`,
    paragraph`This site has no protected resources, so it publishes no OAuth metadata: no protected resource metadata, no authorization server metadata and no registration endpoint.`,
    headingNode(2, 'Access'),
    ...listNodes([
      [paragraph`Method: anonymous. There is no other method.`],
      [paragraph`Registration: none.`],
      [
        paragraph`Credentials: none. Do not send an Authorization header, an API key, a token or a cookie.`,
      ],
      [paragraph`Scopes: none.`],
    ]),
    headingNode(2, 'Resources'),
    paragraph`Read these resources with GET or HEAD, at exactly these URLs:`,
    ...listNodes(
      files.map(({ title, url, description }) => [
        paragraph`${linkNode(title, url)}: ${description}`,
      ]),
    ),
    headingNode(2, 'API endpoint'),
    paragraph`The site has one API endpoint, ${link(endpointUrl(school))}. It accepts POST, and OPTIONS for CORS preflights. The site’s pages call it from their visitors’ browsers. It returns no data about the school.`,
    paragraph`Do not call it to try it out. Every valid event is forwarded as a real conversion. There is no sandbox: never send synthetic or test events.`,
    paragraph`Requests and responses are described in the ${linkNode('API documentation', absoluteUrl(school, PATHS.apiHtml))}.`,
    headingNode(2, 'Errors'),
    paragraph`No resource returns 401, because none requires credentials. The API endpoint can return the following errors. Credentials do not resolve any of them.`,
    ...listNodes(errors.map(([error, status]) => [paragraph`${String(status)} ${error}`])),
    paragraph`A 403 is possible only if the school limits the origins that may send events. A valid event always gets a 200 response, even if the upstream API rejects it or cannot be reached.`,
  ]
  if (email !== undefined) {
    const address = linkNode(email, `mailto:${email}`)
    children.push(headingNode(2, 'Contact'), paragraph`Write to ${school.name} at ${address}.`)
  }
  return {
    path: PATHS.authMd,
    contentType: 'text/markdown; charset=utf-8',
    body: serializeMarkdown(linkUrls({ type: 'root', children })),
    headers: { 'Content-Language': 'en' },
  }
}

function paragraph(
  texts: TemplateStringsArray,
  ...values: (string | PhrasingContent)[]
): Paragraph {
  const parts = texts.flatMap((text, index) => [text, values[index] ?? ''])
  // One node for adjacent texts, which are escaped together.
  const nodes: PhrasingContent[] = []
  for (const part of parts) {
    const last = nodes.at(-1)
    if (typeof part !== 'string') nodes.push(part)
    else if (last?.type === 'text') last.value += part
    else if (part !== '') nodes.push(textNode(part))
  }
  return paragraphNode(...nodes)
}
