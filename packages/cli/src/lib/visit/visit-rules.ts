import { createFindings, error, info, unverifiable, warning } from '@conversion-capi/meta/terminal'

/** In the order in which they are printed: the cause of the greatest loss first. */
export const VISIT_RULES = {
  // The script and the endpoint.
  'tracker-absent': error(
    'The page does not load the tracker, so Meta receives nothing from it.',
    'Add <script src="/{name}.js" async></script> to its <head>.',
  ),
  'tracker-noscript': error(
    'The tracker is inside <noscript>, so no browser that runs scripts loads it.',
    'Move its <script> out of <noscript>.',
  ),
  'tracker-not-run': error(
    'The browser does not run the tracker: its <script> has type="{type}".',
    'Remove the attribute type, or let your consent platform start the script.',
  ),
  'tracker-failed': error(
    'The tracker at {url} cannot be loaded: {reason}.',
    'Check src and the base path, and that the file is deployed.',
  ),
  'csp-blocks': error(
    'The Content-Security-Policy of the page blocks {url} ({directive}).',
    'Allow {origin} in {directive}.',
  ),
  'tracker-throws': error(
    'The tracker throws an error: {message}.',
    'Report it, with the URL of the page.',
  ),
  'endpoint-status': error(
    'The endpoint responds with {status}, so the events of the server are lost.',
    'Check that the function is deployed at {endpoint}, without a redirect, and that it is configured.',
  ),
  'endpoint-rejects': error(
    'The endpoint rejects {event}: {reason}.',
    'Correct the call of track() in the page.',
  ),
  'tracker-renamed': error(
    'The script creates the tracker as {found}, but the project names it {name}.',
    'Deploy the tracker and the pages from one build.',
  ),
  'tracker-preview': error(
    'The page says "{line}" So nothing of it can be visited.',
    'Run "conversion-capi visit" in the folder of the project, or visit the site at its URL.',
  ),
  'tracker-silent': error(
    'The tracker is loaded, but it sends no PageView.',
    'Open the page with the browser console: the tracker says there why it is silent.',
  ),

  // Consent.
  'consent-ignored': error(
    'The page {what} before the visitor agrees, although the tracker waits for consent.',
    'Let your consent platform hold back the script that does it.',
  ),
  'consent-unasked': warning(
    'The tracker waits for consent, and nothing on the page asks for it that visit knows. visit agreed through {name}.consent(true).',
    'Check that your banner calls {name}.consent(true): see the guide on consent platforms.',
  ),

  // Page views.
  'page-view-twice': error(
    'Meta counts {count} page views of one visit{when}.',
    'Remove the other code that sends PageView, such as a pixel of your own or of a plugin.',
  ),
  'route-silent': error(
    'A click on the link to {path} shows another page without a page view.',
    'Set the option singlePage of the tracker: data-single-page in the script element.',
  ),
  'route-twice': error(
    'A click on the link to {path} counts {count} page views.',
    'Remove the call of PageView in your router: the tracker sends one for each page.',
  ),
  'pixel-second': warning(
    'The page also sends {event} to the pixel {found}.',
    'Remove the code of this pixel, unless another person needs its numbers.',
  ),
  'pixel-other': error(
    "The pixel's copies of the page go to the pixel {found} instead of {pixelId}.",
    'Remove the code of this pixel, or let it also call fbq("init", "{pixelId}").',
  ),
  'copy-missing': error(
    'Meta receives {event} only from the {source}.',
    'Look for a page without the pixel, a redirect before track() has returned, and what blocks the other copy: see the guide on missing events.',
  ),
  'copy-ids': error(
    'The two copies of {event} have different IDs, so Meta counts it twice.',
    'Send both with one call of {name}.track(): it gives both the same ID.',
  ),

  // Forms.
  'form-silent': error(
    'Visitors {purpose} with this form, but it sends no event.',
    'Add data-track="Lead" to the form, or call {name}.track("Lead", …) with the email and the phone number after the request has succeeded.',
  ),
  'form-not-counted': error(
    'The form has data-track="{event}", but sending it counts nothing.',
    'A script of the page stops the submission. Call {name}.track("{event}", …) with the email and the phone number where that script has succeeded.',
  ),
  'fields-without-form': error(
    'These fields for contact data are in no form, and the button beside them sends no event.',
    'Put them into a <form data-track="Lead"> whose button has type="submit", or call {name}.track("Lead", …) with both in the handler of the button.',
  ),
  'event-twice': error(
    'Meta counts {count} {event} events of one person{when}.',
    'Send the event in one place only: data-track, or a call of track().',
  ),
  'event-on-load': error(
    'The page sends {event} when it is opened, without an action of the visitor.',
    'Send it when the form was accepted, so that a reload or a bookmark does not count.',
  ),
  'contacts-missing': warning(
    '{event} has no {keys}, although the visitor typed it.',
    'Add autocomplete="email" and autocomplete="tel" to the fields.',
  ),
  'hash-differs': error(
    'The {key} of {event} is not the hash of what was typed.',
    'Pass the values to track() as they were typed. For national phone numbers, set nationalPhone.',
  ),
  'value-leaked': error(
    'A request to {host} contains the {field} unhashed{place}.',
    'Pass personal data only as the third argument of track(), and send the form with method="post".',
  ),

  // What a visit cannot see.
  'form-framed': unverifiable(
    'A form is in a frame of {host}, where visit does not type.',
    'Look for its event in the emulator, or in Events Manager.',
  ),
  'form-unreachable': unverifiable(
    'A form with contact fields is hidden, and visit found no button that shows it.',
    'Send it by hand with "conversion-capi dev", and look at the emulator.',
  ),
  'form-rejects': unverifiable(
    'The form rejects what visit types into {fields}, so it was not sent.',
    'Send it by hand with "conversion-capi dev", and look at the emulator.',
  ),
  'page-unvisited': warning('The page cannot be visited: {reason}.', 'Open it in a browser.'),
  'pages-left': info('Pages that were not visited: {count}.', 'Add --pages {more}.'),
}

export const finding = createFindings(VISIT_RULES)
