/** Types for packages that do not ship any, limited to the parts used here. */

declare module '@adobe/structured-data-validator' {
  export default class Validator {
    constructor(schemaOrgJson: object)
    validate(extracted: object): Promise<{ rootType: string; issueMessage: string }[]>
  }
}

declare module '@gorhill/ubo-core' {
  interface RequestDetails {
    originURL: string
    type: string
    url: string
  }

  export class StaticNetFilteringEngine {
    static create(): Promise<StaticNetFilteringEngine>
    useLists(lists: { name: string; raw: string }[]): Promise<void>
    /** Returns 0 if no filter matches, 1 if the request is blocked, 2 if an exception allows it. */
    matchRequest(details: RequestDetails): number
    filterQuery(details: RequestDetails): { redirectURL?: string } | undefined
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
