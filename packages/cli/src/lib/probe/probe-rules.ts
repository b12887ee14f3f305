import {
  createFindings,
  error,
  unverifiable,
  verified,
  warning,
} from '@conversion-capi/meta/terminal'

import { losing, type RankedRule } from '../site/losing.ts'

export const PROBE_RULES = {
  ...losing('events', {
    // Files.
    'site-differs': error(
      'None of the {total} files is as built.',
      'Check that this is the origin of the site, and deploy the build. On this machine, serve a copy of the output that is outside of the project.',
    ),

    // The endpoint.
    'endpoint-verified': verified('The endpoint responds to {request} with {expected}.'),
    'endpoint-configured': verified('The variables of the endpoint are set and can be used.'),
    'endpoint-not-configured': error(
      'The endpoint is not configured, so it rejects every event of {origin}.',
      'Set META_PIXEL_ID and META_ACCESS_TOKEN on the host. The log of the function names the variable.',
    ),
    'endpoint-unexpected': error(
      'The endpoint responds to {request} with {found} instead of {expected}.',
      'Check that the function is deployed at this URL. In a framework, exclude the URL from redirects and from the matcher of the middleware.',
    ),
    'endpoint-header': error(
      'The header {name} in the response to {request} is {found} instead of {expected}.',
      'Remove what changes the headers of the function.',
    ),
    'endpoint-origin': error(
      'The endpoint rejects events from pages of {origin}.',
      'Add the origin to META_ALLOWED_ORIGINS.',
    ),
    'endpoint-unreachable': error(
      'The endpoint did not respond to {request}: {reason}.',
      'Check that the function is deployed at this URL.',
    ),
    'endpoint-stopped': unverifiable(
      'No further request was sent to the endpoint after the unexpected response.',
      'Correct it, then run probe again.',
    ),
  }),
  ...losing('reach', {
    'url-moved': warning(
      '{url} of school.config.ts redirects to {origin}, so the pages, the sitemap and the files for AI agents name the old URL.',
      "Write url: '{origin}', build and deploy.",
    ),
    // Files.
    'files-verified': verified(
      '{count} of {total} files have the status, type, headers and content of the build.',
    ),
    'file-unreachable': error(
      'The request failed: {reason}.',
      'Open the URL in a browser, then run probe again.',
    ),
    'file-redirect': error(
      'The host redirects to {location}, but the file must be at this URL.',
      'Turn off clean URLs and redirects of trailing slashes on the host.',
    ),
    'file-status': error(
      'The status is {found} instead of {expected}.',
      'Deploy the build again. If other paths work, check the routes of the host.',
    ),
    'file-type': error(
      'The Content-Type is {found} instead of {expected}.',
      'Deploy the host settings of the build with the files.',
    ),
    'file-header': error(
      'The header {name} is {found} instead of {expected}.',
      'Deploy the host settings of the build with the files.',
    ),
    'file-noindex': warning(
      'The host adds X-Robots-Tag: {found}, so Google does not list the page.',
      'Remove the header in the settings of the host, unless this is a preview.',
    ),
    'file-shell': error(
      'The host responds with an HTML page instead of the file.',
      'Put the file before the catch-all route of the host.',
    ),
    'file-content': error(
      'The content differs from the build (SHA-256 {found} instead of {expected}).',
      'Deploy the build again, or turn off what rewrites files on the way.',
    ),
    'robots-rewritten': error(
      'The content delivery network adds rules to robots.txt.',
      'Turn off its managed robots.txt, or it shuts out crawlers that the school welcomes.',
    ),
    'path-alias': error(
      'The path responds with {found}, but the page is at {expected} only.',
      'Turn off clean URLs on the host.',
    ),
    'not-found-verified': verified('Unknown paths return 404.'),
    'not-found-status': error(
      'An unknown path returns {found} instead of 404.',
      'Turn off the fallback of the host for single-page applications.',
    ),
    'markdown-verified': verified('Clients that prefer Markdown get it.'),
    'markdown-missing': error(
      'Clients that prefer Markdown get {found} instead.',
      'Deploy the host settings of the build with the files.',
    ),
    'https-verified': verified('Plain HTTP redirects to HTTPS.'),
    'https-missing': error(
      'Plain HTTP returns {found} instead of a redirect to HTTPS.',
      'Turn on "Always use HTTPS" on the host.',
    ),
    'https-unknown': unverifiable(
      'Plain HTTP does not respond: {reason}.',
      'Visitors who type the hostname without https:// may see an error.',
    ),
    'crawlers-verified': verified(
      'Requests with the user agents of {names} get the page. They came from this computer, not from the IPs of the crawlers.',
    ),
    'crawlers-rejected': warning(
      'Requests with the user agents of {names} get {found}, although robots.txt allows these crawlers. They came from this computer, not from the IPs of the crawlers.',
      'Allow the crawlers in the firewall of the host or the content delivery network. If it lets their own IPs through, ignore this.',
    ),
  }),
  ...losing('certainty', {
    // The endpoint.
    'origin-allowed': verified('The endpoint accepts events from pages of {origin}.'),
    'origin-unverifiable': unverifiable(
      'Whether this origin serves the pages too: its robots.txt disallows probe.',
      'Open it in a browser. If it does not redirect, add it to META_ALLOWED_ORIGINS.',
    ),

    // What only a valid event could show.
    'configuration-unverifiable': unverifiable(
      'Whether META_PIXEL_ID and META_ACCESS_TOKEN are set: the endpoint did not show it, as older versions do not.',
      'Update the function, or run doctor where the variables are set.',
    ),
    'token-unverifiable': unverifiable(
      'Whether META_PIXEL_ID is the pixel of the pages, and Meta accepts META_ACCESS_TOKEN for it.',
      'Run doctor in the folder of the project with the variables of the host.',
    ),
    'pages-unverifiable': unverifiable(
      'Whether the pages load the tracker: the framework builds them, so probe compared only the generated files.',
      'Run visit {origin}: a browser opens the pages.',
    ),
    'arrival-unverifiable': unverifiable(
      'Whether events reach Meta and count once: every valid event is a real conversion, so probe sends none.',
      'Visit a page as a visitor, then compare Browser and Server of that event in Events Manager.',
    ),
  }),
} as const

export const finding: ReturnType<typeof createFindings<typeof PROBE_RULES>> = createFindings(
  PROBE_RULES satisfies Record<string, RankedRule>,
)
