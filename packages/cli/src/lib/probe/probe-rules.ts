import { createFindings } from '../output/rules.ts'
import { PUBLISHED_RULES } from './published/published-rules.ts'

/** The findings of `probe`, by code. The README lists them. */
export const PROBE_RULES = {
  // Files.
  'files-verified': {
    level: 'verified',
    message: '{count} of {total} files have the status, type, headers and content of the build.',
    fix: '',
  },
  'site-differs': {
    level: 'error',
    message: 'None of the {total} files is as built.',
    fix: 'Check that this is the origin of the site, and deploy the build.',
  },
  'site-differs-locally': {
    level: 'error',
    message: 'None of the {total} files is as built.',
    fix: 'Build again, and serve a copy of the output that is outside of the project: inside, "netlify dev" serves the pages of the project.',
  },
  'file-unreachable': {
    level: 'error',
    message: 'The request failed: {reason}.',
    fix: 'Open the URL in a browser, then run probe again.',
  },
  'file-redirect': {
    level: 'error',
    message: 'The host redirects to {location}, but the file must be at this URL.',
    fix: 'Turn off clean URLs and redirects of trailing slashes on the host.',
  },
  'file-status': {
    level: 'error',
    message: 'The status is {found} instead of {expected}.',
    fix: 'Deploy the build again. If other paths work, check the routes of the host.',
  },
  'file-type': {
    level: 'error',
    message: 'The Content-Type is {found} instead of {expected}.',
    fix: 'Deploy the host settings of the build with the files.',
  },
  'file-header': {
    level: 'error',
    message: 'The header {name} is {found} instead of {expected}.',
    fix: 'Deploy the host settings of the build with the files.',
  },
  'file-shell': {
    level: 'error',
    message: 'The host responds with an HTML page instead of the file.',
    fix: 'Put the file before the catch-all route of the host.',
  },
  'file-content': {
    level: 'error',
    message: 'The content differs from the build (SHA-256 {found} instead of {expected}).',
    fix: 'Deploy the build again, or turn off what rewrites files on the way.',
  },
  'robots-rewritten': {
    level: 'error',
    message: 'The content delivery network adds rules to robots.txt.',
    fix: 'Turn off its managed robots.txt, or it shuts out crawlers that the school welcomes.',
  },
  'path-alias': {
    level: 'error',
    message: 'The path responds with {found}, but the page is at {expected} only.',
    fix: 'Turn off clean URLs on the host.',
  },
  'not-found-verified': {
    level: 'verified',
    message: 'Unknown paths return 404.',
    fix: '',
  },
  'not-found-status': {
    level: 'error',
    message: 'An unknown path returns {found} instead of 404.',
    fix: 'Turn off the fallback of the host for single-page applications.',
  },
  'markdown-verified': {
    level: 'verified',
    message: 'Clients that prefer Markdown get it.',
    fix: '',
  },
  'markdown-missing': {
    level: 'error',
    message: 'Clients that prefer Markdown get {found} instead.',
    fix: 'Deploy the host settings of the build with the files.',
  },
  'https-verified': {
    level: 'verified',
    message: 'Plain HTTP redirects to HTTPS.',
    fix: '',
  },
  'https-missing': {
    level: 'error',
    message: 'Plain HTTP returns {found} instead of a redirect to HTTPS.',
    fix: 'Turn on "Always use HTTPS" on the host.',
  },
  'https-unknown': {
    level: 'unverifiable',
    message: 'Plain HTTP does not respond: {reason}.',
    fix: 'Visitors who type the hostname without https:// may see an error.',
  },

  // The endpoint.
  'endpoint-verified': {
    level: 'verified',
    message: 'The endpoint responds to {request} with {expected}.',
    fix: '',
  },
  'endpoint-configured': {
    level: 'verified',
    message: 'The variables of the endpoint are set and can be used.',
    fix: '',
  },
  'endpoint-not-configured': {
    level: 'error',
    message: 'The endpoint is not configured, so it rejects every event of {origin}.',
    fix: 'Set META_PIXEL_ID and META_ACCESS_TOKEN on the host. The log of the function names the variable.',
  },
  'endpoint-unexpected': {
    level: 'error',
    message: 'The endpoint responds to {request} with {found} instead of {expected}.',
    fix: 'Check that the function is deployed at this URL.',
  },
  'endpoint-header': {
    level: 'error',
    message: 'The header {name} in the response to {request} is {found} instead of {expected}.',
    fix: 'Remove what changes the headers of the function.',
  },
  'endpoint-origin': {
    level: 'error',
    message: 'The endpoint rejects events from pages of {origin}.',
    fix: 'Add the origin to META_ALLOWED_ORIGINS.',
  },
  'endpoint-unreachable': {
    level: 'error',
    message: 'The endpoint did not respond to {request}: {reason}.',
    fix: 'Check that the function is deployed at this URL.',
  },
  'endpoint-stopped': {
    level: 'unverifiable',
    message: 'No further request was sent to the endpoint after the unexpected response.',
    fix: 'Correct it, then run probe again.',
  },
  'endpoint-body-limit': {
    level: 'unverifiable',
    message: 'The limit for request bodies is not the default.',
    fix: 'This is fine if META_MAX_BODY_BYTES is set.',
  },
  'script-agrees': {
    level: 'verified',
    message: 'The tracker posts events to {endpoint}.',
    fix: '',
  },
  'script-disagrees': {
    level: 'error',
    message: 'The tracker on the site does not post events to {endpoint}.',
    fix: 'Deploy the tracker and the function from the same build.',
  },

  ...PUBLISHED_RULES,

  // What only a valid event could show.
  'configuration-unverifiable': {
    level: 'unverifiable',
    message:
      'Whether META_PIXEL_ID and META_ACCESS_TOKEN are set: the endpoint did not show it, as older versions do not.',
    fix: 'Update the function, or run doctor where the variables are set.',
  },
  'token-unverifiable': {
    level: 'unverifiable',
    message: 'Whether Meta accepts META_ACCESS_TOKEN for this pixel.',
    fix: 'Run doctor where the variables are set.',
  },
  'arrival-unverifiable': {
    level: 'unverifiable',
    message:
      'Whether events reach Meta and count once: every valid event is a real conversion, so probe sends none.',
    fix: 'Visit a page as a visitor, then compare Browser and Server of that event in Events Manager.',
  },
} as const

/** Creates a finding of `probe`. */
export const finding: ReturnType<typeof createFindings<typeof PROBE_RULES>> =
  createFindings(PROBE_RULES)
