/** A bare fact, which every file writes as `Label: value`. */
export interface Fact {
  label: string
  /** None when the description of the school does not say. */
  values: Value[]
}

/** Plain text on one line, and where it leads. */
export interface Value {
  text: string
  url?: string
}
