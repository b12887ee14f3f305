interface Navigator {
  /** https://w3c.github.io/gpc/ */
  readonly globalPrivacyControl?: boolean
}

interface Document {
  /** https://wicg.github.io/nav-speculation/prerendering.html */
  readonly prerendering?: boolean
}
