import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The part of schema.org's own release files that validators read. */
export interface Vocabulary {
  '@graph': (Reference & Record<string, unknown>)[]
}

interface Reference {
  '@id': string
}

/**
 * The vocabulary of schema.org, in the form of its release files, from the declarations that schema-dts is
 * generated into from them: schema.org itself publishes no package.
 */
export async function schemaOrgVocabulary(): Promise<Vocabulary> {
  const source = await readFile(declarations(), 'utf8')
  const types = [...source.matchAll(INTERFACE)].map(({ groups }) => toType(groups!))
  // A type that adds no property of its own is declared only as a leaf of its parent.
  const withBase = new Set(types.filter(({ isBase }) => isBase).map(({ name }) => name))
  const distinct = types.filter(({ name, isBase }) => isBase || !withBase.has(name))
  return {
    '@graph': [
      ...distinct.map(({ name, parents }) => ({
        ...schema(name),
        '@type': 'rdfs:Class',
        'rdfs:subClassOf': parents.map(schema),
      })),
      ...distinct.flatMap(({ name, properties }) =>
        properties.map((property) => ({
          ...schema(property),
          '@type': 'rdf:Property',
          'schema:domainIncludes': schema(name),
        })),
      ),
    ],
  }
}

function declarations(): string {
  return join(dirname(fileURLToPath(import.meta.resolve('schema-dts'))), 'schema.d.ts')
}

/** `interface CourseBase extends CreativeWorkBase { … }` */
const INTERFACE =
  /^(?:export )?interface (?<name>\w+?)(?<kind>Base|Leaf) extends (?<parents>[^{]+) \{\n(?<body>[^]*?)^\}/gm

interface Type {
  name: string
  isBase: boolean
  parents: string[]
  properties: string[]
}

function toType({ name, kind, parents, body }: Record<string, string>): Type {
  return {
    name: name!,
    isBase: kind === 'Base',
    parents: [...parents!.matchAll(/(\w+)Base\b/g)].map(([, parent]) => parent!),
    properties: [...body!.matchAll(/^ {4}"(\w+)"\?:/gm)].map(([, property]) => property!),
  }
}

function schema(name: string): Reference {
  return { '@id': `schema:${name}` }
}
