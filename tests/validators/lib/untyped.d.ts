/** Types for packages that do not ship any, limited to the parts used here. */

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
  /** The path of the JAR file, as a `String` object. */
  const jar: object
  export default jar
}
