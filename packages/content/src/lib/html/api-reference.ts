import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import type { HeaderObject } from 'openapi3-ts/oas31'

import { listFields, type SchemaField } from '../openapi/json-schema.ts'
import type { CodeSample, OpenapiDocument } from '../openapi/openapi-document.ts'
import type { JsonResponse } from '../openapi/responses.ts'

/** Renders an OpenAPI document with one endpoint, in English. */
export function apiReference(document: OpenapiDocument): ElementContent[] {
  const { info, servers, paths, components } = document
  const [path, { post, options }] = Object.entries(paths)[0]!
  const fields = listFields(components.schemas.EventRequest)
  const responses: Record<string, JsonResponse> = { ...options.responses, ...post.responses }
  return [
    h('h1', info.title),
    ...info.description.split('\n\n').map((paragraph) => h('p', withInlineCode(paragraph))),

    h('h2', 'Endpoint'),
    h('p', [h('code', servers[0]!.url + path)]),
    definitionTable(
      ['Method', 'Purpose'],
      [
        ['POST', withInlineCode(post.summary)],
        ['OPTIONS', withInlineCode(options.summary)],
      ],
    ),
    h('p', { className: 'note' }, withInlineCode(post.description)),

    h('h2', 'Request'),
    h('p', withInlineCode(post.requestBody.description)),
    definitionTable(
      ['Field', 'Type and description'],
      fields.map((field) => [field.name, fieldDescription(field)]),
    ),

    h('h2', 'Code samples'),
    ...post['x-codeSamples'].flatMap(codeSample),

    h('h2', 'Responses'),
    definitionTable(
      ['Status', 'Condition and body'],
      Object.entries(responses).flatMap(([status, response]) =>
        responseDescriptions(response).map((description) => [status, description]),
      ),
    ),

    h('h2', 'CORS and other headers'),
    definitionTable(
      ['Header', 'Value and description'],
      Object.entries(components.headers).map(([name, header]) => [name, headerDescription(header)]),
    ),
  ]
}

function fieldDescription({
  type,
  isRequired,
  description,
  values,
}: SchemaField): ElementContent[] {
  return [
    h('span', { className: 'quiet' }, isRequired ? `${type}, required` : type),
    h('br'),
    ...withInlineCode(description),
    ...values.flatMap((value, index) => [index === 0 ? h('br') : textNode(' '), h('code', value)]),
  ]
}

function codeSample({ label, source }: CodeSample): ElementContent[] {
  return [h('h3', label), scrollableBlock(label, h('pre', [h('code', source)]))]
}

/** Returns one description for each example body, or one for the response if it has no body. */
function responseDescriptions({ description, content }: JsonResponse): ElementContent[][] {
  if (!content) return [withInlineCode(description)]
  return Object.values(content['application/json'].examples).map(({ summary, value }) => [
    ...withInlineCode(summary),
    h('br'),
    h('code', JSON.stringify(value)),
  ])
}

function headerDescription({ example, description = '' }: HeaderObject): ElementContent[] {
  return [h('code', String(example)), h('br'), ...withInlineCode(description)]
}

/** Converts text with backticks to text and `<code>` elements. */
function withInlineCode(text: string): ElementContent[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? h('code', part) : textNode(part)))
}

/** Returns a table of names and descriptions. It has only two columns, so that it fits on a phone. */
function definitionTable(
  [name, description]: [name: string, description: string],
  rows: [name: string, description: ElementContent[]][],
): Element {
  const header = h('tr', [h('th', { scope: 'col' }, name), h('th', { scope: 'col' }, description)])
  return h('table', [
    h('thead', [header]),
    h(
      'tbody',
      rows.map(([name, description]) =>
        h('tr', [
          h('th', { scope: 'row' }, [h('code', breakAfterDots(name))]),
          h('td', description),
        ]),
      ),
    ),
  ])
}

/** Allows line breaks after the dots of a field path. */
function breakAfterDots(name: string): ElementContent[] {
  return name
    .split(/(?<=\.)/)
    .flatMap((part, index) => [...(index > 0 ? [h('wbr')] : []), textNode(part)])
}

/**
 * Returns a block that scrolls horizontally, by touch and by keyboard, if its content is wider than the screen.
 *
 * @param label The accessible name of the block.
 */
function scrollableBlock(label: string, content: ElementContent): Element {
  return h('section', { className: 'wide', tabIndex: 0, ariaLabel: label }, content)
}

function textNode(value: string): ElementContent {
  return { type: 'text', value }
}
