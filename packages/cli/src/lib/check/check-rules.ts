import { type DescribedWarning, WARNING_SENTENCES } from '@conversion-capi/core/event-rules'
import { createFindings, error, info, unverifiable, warning } from '@conversion-capi/meta/terminal'

import { losing, type RankedRule } from '../site/losing.ts'
import { SITE_RULES } from '../site/site-rules.ts'

export const CHECK_RULES = {
  ...losing('events', {
    // The tracker's script in each page.
    'tracker-missing': error(
      'The page does not load the tracker.',
      'Add <script src="{src}" defer></script> to its <head>.',
    ),
    'emulator-pixel': error(
      'The file loads the pixel of the emulator, so no event of the browser reaches Meta.',
      'Use https://connect.facebook.net/en_US/fbevents.js in the production build.',
    ),
    'tracker-twice': error('The page loads the tracker more than once.', 'Remove this <script>.'),
    'tracker-url': error('The script {src} is not the tracker.', 'Write src="{expected}".'),
    'tracker-framed': error(
      'The page is shown in a frame of {page}, so its page view counts in addition.',
      'Remove this <script>.',
    ),
    'tracker-redirect': error(
      'The page redirects immediately, and both count a page view.',
      'Remove this <script>.',
    ),
    'tracker-module': error(
      'The tracker is loaded as a module, but it is a classic script.',
      'Replace type="module" with defer.',
    ),
    'tracker-type': error(
      'The browser does not run the tracker: its <script> has {attribute}.',
      'Remove the attribute.',
    ),
    'tracker-attribute': error(
      'The attribute {attribute} of the tracker is unknown.',
      'Write {suggestion}.',
    ),
    'tracker-full': error(
      'tracker.js does not start, because it does not have {attribute}.',
      'Load tracker.full.js.',
    ),

    // The calls of the tracker.
    'track-too-early': error(
      'The script calls {name}.{method}() before the tracker has loaded.',
      'Load the tracker before this script, and move the call into a <script type="module"> or an event listener.',
    ),
    'event-name': error('The proxy rejects {event}, whose name is unknown.', 'Write {suggestion}.'),
    'purchase-value': error(...sentence('custom_data.value missing')),
    'purchase-currency': error(...sentence('custom_data.currency missing')),
    'form-untracked': info(
      'The form is not tracked. Visitors seem to {purpose} with it.',
      'If they are leads, add data-track="Lead" to the form, and autocomplete="email" or "tel" to its fields.',
    ),
    'form-student': unverifiable(
      "The form is tracked, and Meta would receive the hash of a student's email or phone number.",
      'If students can be children, remove autocomplete from this field, and ask for the contact data of a parent.',
    ),
    'form-part': unverifiable(
      'The form is in a part of a page, which does not load the tracker itself.',
      'Make sure that only pages that load the tracker show it.',
    ),
    'form-sample': warning(
      'The form of the sample page thanks visitors, stores nothing, and sends a real Lead.',
      'Replace the page with your own before you deploy.',
    ),
    'form-php': warning(
      'The form leads to {path}, but no host runs PHP, so nobody receives it.',
      'Send the form to a form service, or to the server that runs the script.',
    ),
    'form-post': warning(
      'The form posts to a page that is a file: nobody receives the data, and most hosts respond with an error.',
      'Send the form to a form service. If a script sends it already, remove method="post", and replace name by id in the fields with personal data.',
    ),
    'consent-ignored': error(
      'The page loads {platform}, but the tracker sends events before the visitor decides.',
      'Set consent: "wait" (data-consent="wait"), and copy the script in the guide "Consent platforms".',
    ),
    'consent-not-connected': error(
      'The tracker waits for the decision{asked}, but no script of the page passes one to it, so nothing is sent.',
      'Copy the script in the guide "Consent platforms", or call consent() of the tracker where visitors decide.',
    ),
    'consent-unconnected': warning(
      'The tracker waits for the decision{asked}, but no code that check can read passes one to it. Then nothing is sent.',
      'Copy the script in the guide "Consent platforms", unless a tag manager or a script in another file calls consent().',
    ),
    'consent-not-awaited': unverifiable(
      'The page loads {platform} and passes the decision to the tracker, which does not wait for it.',
      'Set consent: "wait" (data-consent="wait"), unless visitors may only opt out: the page view is sent before the decision.',
    ),
    'script-syntax': warning(
      'The script cannot be parsed, so its events were not checked.',
      'Correct the syntax error near this line.',
    ),

    // Events in HTML.
    'data-track-off': error(
      'The element has data-track, but the tracker ignores it.',
      'Load the ready script with data-declarative, or call track() in a script.',
    ),
    'data-track-data': error(
      'data-track-data is not a JSON object, so the event is sent without custom data.',
      'Write JSON with double quotes around the keys.',
    ),
    'data-track-on': error(
      'data-track-on="{on}" has no effect: the form counts when the page has accepted it.',
      'Write data-track-on="submit" to count each submission, or remove the attribute.',
    ),

    // Meta's pixel.
    'page-view-twice': error(
      'The page sends a PageView, and the tracker sends another one.',
      'Remove this call: the tracker sends the PageView to the pixel and to the proxy.',
    ),
    'pixel-event-twice': error(
      'The page sends {event} to the pixel without an event ID, and the tracker sends it, too, so it counts twice.',
      'Remove this call: {name}.track() and data-track send the event to the pixel, too.',
    ),
    'pixel-event-only': info(
      'The page sends {event} to the pixel only, without a copy from the server.',
      'Call {name}.track() instead, which sends both.',
    ),
    'pixel-lead-visit': warning(
      'Each visit of the page counts as {event}, and {page} sends it, too, so it counts twice if that form opens this page.',
      'Remove this call, or data-track from the form.',
    ),
    'pixel-init-twice': error(
      'The page initializes the pixel more than once.',
      'Remove this fbq("init", …).',
    ),
    'pixel-id': error(
      'The page uses the pixel {found}, but the configuration has the pixel {expected}.',
      'Write the same pixel ID in both.',
    ),
    'pixel-plugin': warning(
      '{name} is on the page. It sends {sends}, which counts twice if its pixel is yours.',
      '{setting}. With another pixel ID, the events are in another dataset, and count once.',
    ),
    'one-click': warning(
      "The page turns on{by} Meta's own server copies of the pixel's events (one-click Conversions API). It is not known whether Meta counts them once beside yours.",
      '{off} and keep the tracker, or stay with it alone. The guide "Or Meta\'s one click?" compares them.',
    ),
    'lead-elsewhere': unverifiable(
      'The page embeds {name}. The tracker cannot see leads in its frame.',
      'Let {name} open a page of yours after the form, and track the Lead there.',
    ),
    'lead-widget': warning(
      '{name} is embedded here, and the tracker does not track its forms and bookings.',
      'Add platform: "{platform}" to site.tracker in school.config.ts.',
    ),

    // The sources of an app.
    'app-plugin': error(
      'The configuration of {label} does not import {from}, so the app has neither the tracker nor the files.',
      'Run init again, or add the plugin by hand.',
    ),
    'app-script': error(
      'No file of the app loads the tracker, so nothing is tracked.',
      'Add {script} to the <head> of each page.',
    ),
    'app-endpoint': error(
      'No route of the app serves {path}, so the server receives no event.',
      'Run init again, which writes the route, or the function of the host if the app has no server.',
    ),
    'app-static': error(
      '{label} builds an app without a server, and {file} stops the build or is left out.',
      'Delete it, and run init again, which writes the function of your host.',
    ),
    'endpoint-unread': unverifiable(
      'Whether a program serves {path}: no file that check reads has this path.',
      'Route it to the proxy, without a body parser or a CSRF check before it.',
    ),
    'endpoint-slash': error(
      'Vercel redirects the endpoint to a URL with a slash, so browsers send no event.',
      'Remove "trailingSlash": true. A framework has an option of its own for the URLs of pages.',
    ),
    'app-form': warning(
      'The form seems to collect contact data, and it is not tracked.',
      'If they are leads, add data-track="Lead" to the form, or call track() when the request has succeeded{success}.',
    ),
    'app-pixel': warning(
      'The app loads a pixel of its own, so each page view counts twice.',
      'Remove it: the tracker loads the pixel.',
    ),
    'pixel-setting': error(
      'The tracker does not load the pixel of this page, so {setting} has no effect.',
      'Remove the code that loads the pixel, and let the tracker load it (data-pixel).',
    ),
  }),
  ...losing('quality', {
    // The calls of the tracker.
    'value-negative': warning(...sentence('custom_data.value malformed')),
    'currency-code': warning(...sentence('custom_data.currency unknown')),
    'phone-national': warning(
      'Visitors can type phone numbers without a country code, which Meta cannot match.',
      'Set {option}, or ask for "+" and the country code.',
    ),

    // Meta's pixel.
    'pixel-missing': warning(
      'The page does not load the pixel, but other pages do.',
      'Load it on every page, or on none: then the tracker loads it.',
    ),
  }),
  ...losing('privacy', {
    // The tracker's script in each page.
    'tracker-debug': warning(
      'The tracker is in debug mode, so it prints every event in the console.',
      'Remove the option debug in the production build, or load tracker.js or tracker.full.js.',
    ),

    // The calls of the tracker.
    'personal-data-program': warning(
      'The name of the program "{name}" suggests health, a disability or a religion, and events contain it.',
      'Set private: true for this program, or give it another name.',
    ),
    'personal-data-unhashed': error(
      'custom_data.{path} of {event} is unhashed personal data.',
      'Pass it as the third argument of track(), which is hashed.',
    ),
    'form-url': warning(
      'The form writes an email or a phone number into the URL of the next page, and the pixel sends this URL to Meta.',
      'Add method="post" to the form.',
    ),
    'form-url-file': warning(
      'The form writes an email or a phone number into the URL of the next page, and the pixel sends this URL to Meta.',
      'The next page is a file, so nobody receives the data: send the form to a form service with method="post". If a script sends it already, replace name by id in these fields.',
    ),
  }),
  ...losing('certainty', {
    // The sources of an app.
    'configuration-unread': unverifiable(
      'What the configuration of {label} decides: it cannot be read ({reason}), so the defaults are assumed.',
      'Install the packages of the project, then run the command again.',
    ),
    'framework-pages': unverifiable(
      'Whether the pages load the tracker and what they send: the framework builds them.',
      'Run visit with the command that starts the app, or use the app in development and look at the live page.',
    ),
    'tag-manager': unverifiable(
      'The page loads a tag manager, which can load a second pixel.',
      'Make sure that it has no tag for the Meta pixel, or page views count twice.',
    ),
  }),
  ...SITE_RULES,
} as const

export const finding: ReturnType<typeof createFindings<typeof CHECK_RULES>> = createFindings(
  CHECK_RULES satisfies Record<string, RankedRule>,
)

function sentence(warning: DescribedWarning): [message: string, fix: string] {
  const { message, fix } = WARNING_SENTENCES[warning]
  return [message, fix]
}
