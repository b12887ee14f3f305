import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import type { SchemaObject } from 'openapi3-ts/oas31'

import type { OpenapiDocument } from '../openapi/openapi-document.ts'

interface JsonResponse {
  description: string
  content?: {
    'application/json': { examples: Record<string, { summary: string; value: unknown }> }
  }
}

export function apiReference(document: OpenapiDocument): ElementContent[] {
  const { info, servers, paths, components } = document
  const [path, { post, options }] = Object.entries(paths)[0]!
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
      fieldRows(components.schemas.EventRequest as SchemaObject),
    ),

    h('h2', 'Code samples'),
    ...post['x-codeSamples'].flatMap(({ label, source }) => [
      h('h3', label),
      // Scrolls horizontally, by touch and by keyboard, if the code is wider than the screen.
      h('section', { className: 'wide', tabIndex: 0, ariaLabel: label }, [
        h('pre', [h('code', source)]),
      ]),
    ]),

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
      Object.entries(components.headers).map(([name, { example, description }]) => [
        name,
        [h('code', example), h('br'), ...withInlineCode(description)],
      ]),
    ),
  ]
}

type Row = [name: string, description: ElementContent[]]

/** Returns a row for each field of an object schema. Nested fields follow their object, with their full path. */
function fieldRows(schema: SchemaObject, prefix = ''): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const field = property as SchemaObject
    const type = describeType(field)
    const values: string[] = field.enum ?? []
    return [
      [
        prefix + key,
        [
          h(
            'span',
            { className: 'quiet' },
            schema.required?.includes(key) ? `${type}, required` : type,
          ),
          h('br'),
          ...withInlineCode(field.description ?? ''),
          ...values.flatMap((value, index) => [
            index === 0 ? h('br') : textNode(' '),
            h('code', value),
          ]),
        ],
      ] satisfies Row,
      ...fieldRows(field, `${prefix}${key}.`),
    ]
  })
}

function describeType(schema: SchemaObject): string {
  const { type, anyOf, items, maxItems, maxLength, minLength = 0 } = schema
  if (anyOf) return (anyOf as SchemaObject[]).map(describeType).join(' or ')
  if (type === 'array') return `list of up to ${maxItems} ${describeType(items as SchemaObject)}s`
  if (maxLength !== undefined) return `${String(type)} of ${minLength} to ${maxLength} characters`
  return schema.format === 'uri' ? 'URL' : String(type)
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

function withInlineCode(text: string): ElementContent[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? h('code', part) : textNode(part)))
}

/** Returns a table of names and descriptions. It has only two columns, so that it fits on a phone. */
function definitionTable(
  [name, description]: [name: string, description: string],
  rows: Row[],
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

function breakAfterDots(name: string): ElementContent[] {
  return name
    .split(/(?<=\.)/)
    .flatMap((part, index) => [...(index > 0 ? [h('wbr')] : []), textNode(part)])
}

function textNode(value: string): ElementContent {
  return { type: 'text', value }
}
