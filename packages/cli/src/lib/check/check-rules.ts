import { createFindings } from '../output/rules.ts'
import { SITE_RULES } from '../site/site-rules.ts'

/** The findings of `check`, by code. The README lists them. */
export const CHECK_RULES = {
  // The tracker's script in each page.
  'tracker-missing': {
    level: 'error',
    message: 'The page does not load the tracker.',
    fix: 'Add <script src="{src}" defer></script> to its <head>.',
  },
  'emulator-pixel': {
    level: 'error',
    message: 'The file loads the pixel of the emulator, so no event of the browser reaches Meta.',
    fix: 'Use https://connect.facebook.net/en_US/fbevents.js in the production build.',
  },
  'tracker-debug': {
    level: 'warning',
    message: 'The tracker is in debug mode, so it prints every event in the console.',
    fix: 'Remove the option debug in the production build, or load tracker.js.',
  },
  'tracker-twice': {
    level: 'error',
    message: 'The page loads the tracker more than once.',
    fix: 'Remove this <script>.',
  },
  'tracker-url': {
    level: 'error',
    message: 'The script {src} is not the tracker.',
    fix: 'Write src="{expected}".',
  },
  'tracker-framed': {
    level: 'error',
    message: 'The page is shown in a frame of {page}, so its page view counts in addition.',
    fix: 'Remove this <script>.',
  },
  'tracker-redirect': {
    level: 'error',
    message: 'The page leads to another one at once, and both count a page view.',
    fix: 'Remove this <script>.',
  },
  'tracker-module': {
    level: 'error',
    message: 'The tracker is loaded as a module, but it is a classic script.',
    fix: 'Replace type="module" with defer.',
  },
  'tracker-attribute': {
    level: 'error',
    message: 'The attribute {attribute} of the tracker is unknown.',
    fix: 'Write {suggestion}.',
  },

  // The calls of the tracker.
  'track-too-early': {
    level: 'error',
    message: 'The script calls {name}.{method}() before the tracker has loaded.',
    fix: 'Load the tracker before this script, and move the call into a <script type="module"> or an event listener.',
  },
  'tracker-name': {
    level: 'error',
    message: 'The script calls {found}.{method}(), but the tracker is named {name}.',
    fix: 'Write {name}.{method}().',
  },
  'tracker-method': {
    level: 'error',
    message: 'The tracker has no function {method}().',
    fix: 'Write {suggestion}.',
  },
  'event-name': {
    level: 'error',
    message: 'The event name {event} is unknown, so the proxy rejects the event.',
    fix: 'Write {suggestion}.',
  },
  'event-name-unsupported': {
    level: 'error',
    message: 'The proxy does not support {event}, a standard event of Meta, and rejects it.',
    fix: 'Write {suggestion}.',
  },
  'event-name-missing': {
    level: 'error',
    message: 'The event has no name.',
    fix: 'Write one of {names}.',
  },
  'custom-data-type': {
    level: 'error',
    message: 'The custom data of {event} is not an object.',
    fix: 'Write the data as the second argument of track(), and personal data as the third.',
  },
  'custom-data-key': {
    level: 'warning',
    message: 'The custom data of {event} has the key {key}, which Meta does not know.',
    fix: 'Did you mean "{suggestion}"?',
  },
  'purchase-data': {
    level: 'error',
    message: 'The Purchase has no usable {key}, so Meta rejects it.',
    fix: 'Set value to a number and currency to a code such as EUR.',
  },
  'currency-code': {
    level: 'error',
    message: 'The currency {currency} is unknown.',
    fix: 'Write a code with three letters, such as EUR.',
  },
  'personal-data-unhashed': {
    level: 'error',
    message: 'custom_data.{path} of {event} is unhashed personal data.',
    fix: 'Pass it as the third argument of track(), which is hashed.',
  },
  'personal-data-key': {
    level: 'error',
    message: 'The key {key} of the personal data is unknown, so the value is not sent.',
    fix: 'Write {suggestion}.',
  },
  'personal-data-type': {
    level: 'error',
    message: 'The personal data of {event} is not an object.',
    fix: 'Pass an object with keys such as email and phone as the third argument of track().',
  },
  'external-id-type': {
    level: 'error',
    message: 'The external id is not a string, so the proxy drops it.',
    fix: 'Convert it with String().',
  },
  'phone-country-code': {
    level: 'error',
    message: 'The phone number has no country code, so Meta cannot match it.',
    fix: 'Write the number with "+" and the country code, or set {option}.',
  },
  'phone-national': {
    level: 'warning',
    message: 'Visitors can type phone numbers without a country code, which Meta cannot match.',
    fix: 'Set {option}, or ask for "+" and the country code.',
  },
  'form-url': {
    level: 'warning',
    message:
      'The form writes an email or a phone number into the URL of the next page, and the pixel sends this URL to Meta.',
    fix: 'Add method="post" to the form.',
  },
  'form-url-file': {
    level: 'warning',
    message:
      'The form writes an email or a phone number into the URL of the next page, and the pixel sends this URL to Meta.',
    fix: 'Replace name by id in these fields: the next page is a file, which needs no data, and most hosts reject POST there.',
  },
  'form-untracked': {
    level: 'info',
    message: 'The form is not tracked. Visitors seem to {purpose} with it.',
    fix: 'If they are leads, add data-track="Lead" to the form, and autocomplete="email" or "tel" to its fields.',
  },
  'form-hidden': {
    level: 'warning',
    message: 'The form is in {where}, and its submit event does not leave it.',
    fix: 'Add data-track="Lead" to the form, or call {name}.track() in a submit listener inside.',
  },
  'form-framed': {
    level: 'warning',
    message:
      'The page is shown in a frame of {page} and has no tracker, so its form is not tracked.',
    fix: 'Call parent.{name}.track() in a submit listener of the form.',
  },
  'form-php': {
    level: 'warning',
    message: 'The form leads to {path}, but no host runs PHP, so nobody receives it.',
    fix: 'Send the form to a form service, or to the server that runs the script.',
  },
  'form-post': {
    level: 'warning',
    message:
      'The form posts to a page that is a file, and most hosts respond to that with an error.',
    fix: 'Remove method="post", and replace name by id in the fields with personal data.',
  },
  'consent-value': {
    level: 'error',
    message: 'The argument of consent() is not true, false or "wait", so nothing is sent.',
    fix: 'Write true if the visitor has consented, otherwise false.',
  },
  'consent-ignored': {
    level: 'error',
    message: 'The page loads {platform}, but the tracker sends events before the visitor decides.',
    fix: 'Set consent: "wait" (data-consent="wait"), and copy the script in the guide "Consent platforms".',
  },
  'consent-not-connected': {
    level: 'error',
    message:
      'The tracker waits for the decision{asked}, but no script of the page passes one to it, so nothing is sent.',
    fix: 'Copy the script in the guide "Consent platforms", or call consent() of the tracker where visitors decide.',
  },
  'consent-not-awaited': {
    level: 'unverifiable',
    message:
      'The page loads {platform} and passes the decision to the tracker, which does not wait for it.',
    fix: 'Set consent: "wait" (data-consent="wait"), unless visitors may only opt out: the page view is sent before the decision.',
  },
  'script-syntax': {
    level: 'warning',
    message: 'The script cannot be parsed, so its events were not checked.',
    fix: 'Correct the syntax error near this line.',
  },

  // Events in HTML.
  'data-track-off': {
    level: 'error',
    message: 'The element has data-track, but the tracker ignores it.',
    fix: 'Load the ready script with data-declarative, or call track() in a script.',
  },
  'data-track-data': {
    level: 'error',
    message: 'data-track-data is not a JSON object, so the event is sent without custom data.',
    fix: 'Write JSON with double quotes around the keys.',
  },

  // Meta's pixel.
  'page-view-twice': {
    level: 'error',
    message: 'The page sends a PageView, and the tracker sends another one.',
    fix: 'Remove this call: the tracker sends the PageView to the pixel and to the proxy.',
  },
  'pixel-event-twice': {
    level: 'error',
    message: 'The page sends {event} to the pixel only, so it has no event ID and can count twice.',
    fix: 'Call {name}.track() instead, which sends it to the pixel too.',
  },
  'pixel-lead-visit': {
    level: 'error',
    message: 'Each visit of the page counts as {event}, and a form on {page} sends it, too.',
    fix: 'Remove this call if that form opens this page.',
  },
  'pixel-init-twice': {
    level: 'error',
    message: 'The page initializes the pixel more than once.',
    fix: 'Remove this fbq("init", …).',
  },
  'pixel-id': {
    level: 'error',
    message: 'The page uses the pixel {found}, but the configuration has the pixel {expected}.',
    fix: 'Write the same pixel ID in both.',
  },
  'pixel-missing': {
    level: 'warning',
    message: 'The page does not load the pixel, but other pages do.',
    fix: 'Load it on every page, or on none: then the tracker loads it.',
  },
  'pixel-push-state': {
    level: 'warning',
    message: 'The page changes its URL by script, and the pixel counts a page view each time.',
    fix: 'Set fbq.disablePushState = true before fbq("init", …).',
  },
  'pixel-setting': {
    level: 'error',
    message: 'The tracker does not load the pixel of this page, so {setting} has no effect.',
    fix: 'Remove the code that loads the pixel, and let the tracker load it (data-pixel).',
  },
  'pixel-plugin': {
    level: 'warning',
    message: '{name} is on the page. It sends {sends}, which counts twice if its pixel is yours.',
    fix: '{setting}. With another pixel ID, the events are in another dataset, and count once.',
  },
  'form-code-twice': {
    level: 'error',
    message:
      'The script tracks forms that the tracker tracks too (platform: {platform}), so each counts twice.',
    fix: 'Remove the script, or the option platform.',
  },
  'lead-elsewhere': {
    level: 'unverifiable',
    message: 'The page embeds {name}. The tracker cannot see leads in its frame.',
    fix: 'Let {name} open a page of yours after the form, and track the Lead there.',
  },
  'tag-manager': {
    level: 'unverifiable',
    message: 'The page loads a tag manager, which can load a second pixel.',
    fix: 'Make sure that it has no tag for the Meta pixel, or page views count twice.',
  },

  ...SITE_RULES,
} as const

/** Creates a finding of `check`. */
export const finding: ReturnType<typeof createFindings<typeof CHECK_RULES>> =
  createFindings(CHECK_RULES)
