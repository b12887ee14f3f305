import { createFindings, error, info, warning } from '@conversion-capi/meta/terminal'

import { losing } from './losing.ts'

/** The findings of `check` about settings, files, the function and variables, by code. */
export const SITE_RULES = {
  ...losing('events', {
    // The function of the host.
    'function-missing': error(
      "The host's function is missing, so no event reaches Meta from the server.",
      'Run "npx conversion-capi init", which writes it, or set site.hostFiles to its folder.',
    ),
    'function-idle': error(
      'The function {problem}, so no event reaches Meta from the server.',
      'Delete the file, and run "npx conversion-capi init", which writes it.',
    ),
    'function-route': error(
      'Nothing leads {path} to the function, so no event reaches Meta from the server.',
      'Delete the file, and run "npx conversion-capi init", which writes it.',
    ),

    // Environment variables and secrets.
    'env-limited-data-use': warning(
      'META_LIMITED_DATA_USE and site.tracker.pixel.limitedDataUse differ, so the copies of an event are not limited alike.',
      'Set the same country and state in both, or neither.',
    ),
    'env-origin': error(
      'META_ALLOWED_ORIGINS does not contain {origin}, so the proxy rejects its events.',
      'Add the origin.',
    ),
  }),
  ...losing('privacy', {
    // The files of the site. Findings about their content come from `checkResources`.
    'file-of-server': warning(
      'The file belongs to a server, so it is not published.',
      'Move it out of the pages folder.',
    ),

    // Environment variables and secrets.
    'env-not-ignored': error(
      'Git does not ignore the file, which can contain the access token.',
      'Add .env to .gitignore.',
    ),
    'secret-published': error(
      'The file contains an access token of Meta and is published with the site.',
      'Remove it, revoke the token in Events Manager, and set the new one on your host only.',
    ),
  }),
  ...losing('reach', {
    // The settings of the host.
    'host-settings': warning(
      'The host settings cannot be parsed, so their headers were not checked.',
      'Correct the syntax of the file.',
    ),
    'host-rule': error(
      'The rule takes the requests to the endpoint, so no event reaches Meta from the server.',
      'Leave /functions/v1/conversion-capi out of it, or put the rule of the function before it.',
    ),

    // The files of the site. Findings about their content come from `checkResources`.
    'file-generated': error(
      'The build generates a file at this path.',
      'Delete yours, and describe its content in school.config.ts.',
    ),
    'file-link': warning(
      'The link leads out of the project, to a hidden file, to a folder above it, or to nothing, so it is not published.',
      'Copy its target into the pages folder.',
    ),
    'file-encoding': warning(
      'The file is not UTF-8, but is published as such.',
      'Save it as UTF-8.',
    ),
    'page-encoding': error(
      'The page cannot be read as {encoding}.',
      'Save it as UTF-8, or declare its encoding in <meta charset>.',
    ),
    'page-bytes': warning(
      'The page has bytes that {encoding} does not contain. Visitors see � instead.',
      'Write these characters again.',
    ),
    'page-charset': warning(
      'The page declares {encoding}, but is UTF-8.',
      'Write <meta charset="utf-8">.',
    ),
    'page-too-deep': error('The page is nested too deep.', 'Close its elements.'),
    'markdown-empty': info(
      'The page has no Markdown version, because its text is not in its HTML.',
      'Write the text into the page. What scripts or frames show is not converted.',
    ),
    'no-pages': error(
      'The folder has no HTML page.',
      'Put your pages there, or change site.pages in school.config.ts.',
    ),
  }),
} as const

export const siteFinding: ReturnType<typeof createFindings<typeof SITE_RULES>> =
  createFindings(SITE_RULES)
