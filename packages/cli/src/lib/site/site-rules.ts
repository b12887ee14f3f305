import { createFindings } from '../output/rules.ts'

/** The findings of `check` about policies, files, the function and variables, by code. */
export const SITE_RULES = {
  // Content security policies.
  'csp-script': {
    level: 'error',
    message: 'The content security policy blocks the tracker on {page}.',
    fix: 'Add {source} to {directive}.',
  },
  'csp-connect': {
    level: 'error',
    message: 'The content security policy blocks requests to the endpoint on {page}.',
    fix: 'Add {source} to {directive}.',
  },
  'csp-pixel': {
    level: 'warning',
    message:
      "The content security policy blocks {what} on {page}, so only the server's copies are sent.",
    fix: 'Add {source} to {directive}.',
  },
  'host-settings': {
    level: 'warning',
    message: 'The host settings cannot be parsed, so their headers were not checked.',
    fix: 'Correct the syntax of the file.',
  },

  // The files of the site. Findings about their content come from `checkResources`.
  'file-generated': {
    level: 'error',
    message: 'The build generates a file at this path.',
    fix: 'Delete yours, and describe its content in school.config.ts.',
  },
  'file-case': {
    level: 'error',
    message:
      'The name differs from {other} only in case, or in how accents are encoded, so Windows and macOS keep only one of the files.',
    fix: 'Rename one of them.',
  },
  'file-encoding': {
    level: 'warning',
    message: 'The file is not UTF-8, but is published as such.',
    fix: 'Save it as UTF-8.',
  },
  'page-encoding': {
    level: 'error',
    message: 'The page cannot be read as {encoding}.',
    fix: 'Save it as UTF-8, or declare its encoding in <meta charset>.',
  },
  'page-bytes': {
    level: 'warning',
    message: 'The page has bytes that {encoding} does not contain. Visitors see � instead.',
    fix: 'Write these characters again.',
  },
  'page-charset': {
    level: 'warning',
    message: 'The page declares {encoding}, but is UTF-8.',
    fix: 'Write <meta charset="utf-8">.',
  },
  'page-too-deep': {
    level: 'error',
    message: 'The page is nested too deep.',
    fix: 'Close its elements.',
  },
  'no-pages': {
    level: 'error',
    message: 'The folder has no HTML page.',
    fix: 'Put your pages there, or change site.pages in school.config.ts.',
  },

  // The function.
  'no-queue': {
    level: 'info',
    message:
      'No queue is connected, so a Lead whose form opens the next page is lost if Meta is down.',
    fix: 'Pass the option "queue" (Node, Cloudflare) or "keep" to the function: the guide on redelivery lists the queues.',
  },

  // Environment variables and secrets.
  'env-pixel-id': {
    level: 'error',
    message: 'META_PIXEL_ID is not the pixel ID of school.config.ts.',
    fix: 'Set the same pixel ID in both, or the copies of an event count twice.',
  },
  'env-limited-data-use': {
    level: 'warning',
    message:
      'META_LIMITED_DATA_USE and site.tracker.pixel.limitedDataUse differ, so the copies of an event are not limited alike.',
    fix: 'Set the same country and state in both, or neither.',
  },
  'env-origin': {
    level: 'error',
    message: 'META_ALLOWED_ORIGINS does not contain {origin}, so the proxy rejects its events.',
    fix: 'Add the origin.',
  },
  'env-not-ignored': {
    level: 'error',
    message: 'Git does not ignore the file, which can contain the access token.',
    fix: 'Add .env to .gitignore.',
  },
  'secret-published': {
    level: 'error',
    message: 'The file contains an access token of Meta and is published with the site.',
    fix: 'Remove it, revoke the token in Events Manager, and set the new one on your host only.',
  },
} as const

/** Creates a finding about the files of a site. */
export const siteFinding: ReturnType<typeof createFindings<typeof SITE_RULES>> =
  createFindings(SITE_RULES)
