import type * as hast from 'hast'
import type * as mdast from 'mdast'

import type { Resource } from '../resource.ts'
import type { XmlElement } from './read-xml.ts'

/** A file of the site, read the way its readers do. */
export type SiteFile = Resource & Content

type Content =
  | { kind: 'html'; tree: hast.Root }
  | { kind: 'markdown'; tree: mdast.Root }
  | { kind: 'json'; value: unknown }
  | { kind: 'xml'; root: XmlElement }
  | { kind: 'text' }
  /** Not what its type says. */
  | { kind: 'broken' }
