import type * as z from 'zod'

/** The part of OpenAPI 3.1 that describes one endpoint. */
export interface OpenapiDocument {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    summary: string
    /** Like every description here CommonMark, of which only paragraphs and `code` are used. */
    description: string
    contact: { name: string; url: string; email: string }
    license: { name: string; identifier: string }
  }
  externalDocs: { description: string; url: string }
  servers: { url: string }[]
  /** Empty: nobody has to authenticate (specification 5). */
  security: []
  paths: Record<string, PathItem>
  components: {
    schemas: Record<string, JsonSchema>
    headers: Record<string, Header>
  }
}

export interface PathItem {
  post: Operation & {
    requestBody: { description: string; required: true; content: Content }
    /** Shown by the common renderers. */
    'x-codeSamples': CodeSample[]
  }
  options: Operation
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  security: []
  responses: Record<string, Answer>
}

export interface Answer {
  description: string
  headers: Record<string, JsonSchema>
  content?: Content
}

export interface Content {
  'application/json': { schema: JsonSchema; examples: Record<string, Example> }
}

export interface Example {
  summary: string
  value: unknown
}

export interface Header {
  description: string
  schema: JsonSchema
  example: string
}

export interface CodeSample {
  lang: string
  label: string
  source: string
}

export type JsonSchema = z.core.JSONSchema.BaseSchema
