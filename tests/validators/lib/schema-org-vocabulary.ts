import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The part of schema.org's release files that validators read. */
export interface Vocabulary {
  '@graph': (Reference & Record<string, unknown>)[]
}

interface Reference {
  '@id': string
}

/**
 * Reads the schema.org vocabulary from the declarations of schema-dts, which are generated from schema.org's
 * release files. schema.org itself does not publish a package.
 *
 * @returns The vocabulary in the format of the release files.
 */
export async function readSchemaOrgVocabulary(): Promise<Vocabulary> {
  const file = join(dirname(fileURLToPath(import.meta.resolve('schema-dts'))), 'schema.d.ts')
  const source = await readFile(file, 'utf8')
  const types = [...source.matchAll(INTERFACE)].map(({ groups }) => toType(groups!))
  // A type without properties is declared as a leaf only. Other types are declared as a base and a leaf.
  const withBase = new Set(types.filter(({ isBase }) => isBase).map(({ name }) => name))
  const distinct = types.filter(({ name, isBase }) => isBase || !withBase.has(name))
  return {
    '@graph': [
      ...distinct.map(({ name, parents }) => ({
        ...toReference(name),
        '@type': 'rdfs:Class',
        'rdfs:subClassOf': parents.map(toReference),
      })),
      ...distinct.flatMap(({ name, properties }) =>
        properties.map((property) => ({
          ...toReference(property),
          '@type': 'rdf:Property',
          'schema:domainIncludes': toReference(name),
        })),
      ),
    ],
  }
}

/** Matches `interface CourseBase extends CreativeWorkBase { … }`. */
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

function toReference(name: string): Reference {
  return { '@id': `schema:${name}` }
}
