/** The parts that are used here of packages that ship no types. */

declare module '@adobe/structured-data-validator' {
  export default class Validator {
    constructor(schemaOrgJson: object)
    validate(extracted: object): Promise<{ rootType: string; issueMessage: string }[]>
  }
}

declare module '@marbec/web-auto-extractor' {
  export default class WebAutoExtractor {
    constructor(options: object)
    parse(html: string): { jsonld: Record<string, object[]> }
  }
}

declare module 'vnu-jar' {
  /** A `String` object: the path of the file. */
  const jar: object
  export default jar
}
