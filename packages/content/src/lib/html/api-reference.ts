import type { ElementContent } from 'hast'
import { h } from 'hastscript'

import { type Field, listFields } from '../openapi/list-fields.ts'
import type { Answer, CodeSample, Header, OpenapiDocument } from '../openapi/openapi-types.ts'
import { inlineCode } from './inline-code.ts'
import { table } from './table.ts'
import { wide } from './wide.ts'

/** What an OpenAPI document with one endpoint says, in English. */
export function apiReference(document: OpenapiDocument): ElementContent[] {
  const { info, servers, paths, components } = document
  const [path, { post, options }] = Object.entries(paths)[0]!
  const fields = listFields(components.schemas['EventRequest']!)
  return [
    h('h1', info.title),
    ...info.description.split('\n\n').map((paragraph) => h('p', inlineCode(paragraph))),

    h('h2', 'Endpoint'),
    h('p', [h('code', servers[0]!.url + path)]),
    table(
      ['Method', 'What it does'],
      [
        ['POST', inlineCode(post.summary)],
        ['OPTIONS', inlineCode(options.summary)],
      ],
    ),
    h('p', { className: 'note' }, inlineCode(post.description)),

    h('h2', 'Request'),
    h('p', inlineCode(post.requestBody.description)),
    table(
      ['Field', 'Rules'],
      fields.map((field) => [field.name, rules(field)]),
    ),

    h('h2', 'In a page'),
    ...post['x-codeSamples'].flatMap(sample),

    h('h2', 'Answers'),
    table(
      ['Status', 'When, and the body'],
      Object.entries({ ...options.responses, ...post.responses }).flatMap(([status, answer]) =>
        bodies(answer).map((body) => [status, body]),
      ),
    ),

    h('h2', 'CORS and other headers'),
    table(
      ['Header', 'Value, and its meaning'],
      Object.entries(components.headers).map(([name, header]) => [name, meaning(header)]),
    ),
  ]
}

function rules({ type, isRequired, description, values }: Field): ElementContent[] {
  return [
    h('span', { className: 'quiet' }, isRequired ? `${type}, required` : type),
    h('br'),
    ...inlineCode(description),
    ...values.flatMap((value, index) => [index === 0 ? h('br') : text(' '), h('code', value)]),
  ]
}

function sample({ label, source }: CodeSample): ElementContent[] {
  return [h('h3', label), wide(label, h('pre', [h('code', source)]))]
}

function bodies({ description, content }: Answer): ElementContent[][] {
  if (!content) return [inlineCode(description)]
  return Object.values(content['application/json'].examples).map(({ summary, value }) => [
    ...inlineCode(summary),
    h('br'),
    h('code', JSON.stringify(value)),
  ])
}

function meaning({ example, description }: Header): ElementContent[] {
  return [h('code', example), h('br'), ...inlineCode(description)]
}

function text(value: string): ElementContent {
  return { type: 'text', value }
}
