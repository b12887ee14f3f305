import { error, info, unverifiable, verified, warning } from '../../output/rules.ts'

/** What to do about findings of `check` in pages that a site builder writes, by code. */
export const PUBLISHED_FIXES: Readonly<Record<string, string>> = {
  'tracker-missing':
    'Paste the line into the head code of the whole site, not of single pages, and publish this page again.',
  'tracker-twice':
    'Keep it in the head code of the whole site, and remove it from the code of this page, its blocks and plugins.',
  'page-view-twice':
    'Remove the pixel from the settings, the plugins and the head code of the site builder: the tracker sends the PageView to the pixel, too.',
}

/** The findings of `probe` about pages that a site builder serves, by code. "The line" loads the tracker. */
export const PUBLISHED_RULES = {
  // Which pages were read.
  'site-moved': warning(
    'The project is for {found}, not for this site.',
    'If the site has moved, write its new origin in site.builder.url and in META_ALLOWED_ORIGINS, then build and deploy.',
  ),
  'sitemap-missing': info(
    'The site has no sitemap, so probe read the home page and the pages that it links to.',
    'Turn on the sitemap in the settings of the site builder.',
  ),
  'pages-unread': unverifiable(
    'Pages that were not read: {count}, because {reason}.',
    'Look for the line in the source of one of them.',
  ),
  'page-unreadable': warning(
    'The page cannot be read: {reason}.',
    'Open it in a browser. If it no longer exists, remove it from the sitemap.',
  ),

  // The line in each page.
  'line-verified': verified('Pages that load the tracker once, from {src}: {count} of {total}.'),
  'line-nowhere': error(
    'No page loads the tracker. Pages that were read: {total}.',
    'Paste the line into the head code of the whole site, in the settings of the site builder, and publish all pages.',
  ),
  'line-damaged': error(
    'The page contains {found}, which does not load the tracker.',
    'Copy the line again, and paste it as code with straight quotes, not into a text.',
  ),
  'line-differs': error(
    'The page loads the tracker from {found} instead of {expected}.',
    'Replace its line by the one of the other pages.',
  ),
  'line-endpoint': error(
    'The line posts events to {found}, but the endpoint is {expected}.',
    'Write data-endpoint="{expected}" in the line.',
  ),
  'pixel-hidden': unverifiable(
    "The page loads Meta's pixel, which can send a second PageView.",
    'Turn off its Meta pixel, or page views count twice.',
  ),
  'consent-below': warning(
    'The consent banner of {name} is below the line.',
    'Move the banner above the line: it can only hold back what is below it.',
  ),
  'consent-unconnected': warning(
    'The tracker waits for consent, but no code in the page passes a decision to it. Then nothing is sent.',
    'Copy the script in the guide "Consent platforms", unless a script in another file calls consent().',
  ),
  'consent-ignored': warning(
    'The page has the consent banner of {name}, but the tracker does not wait for a decision.',
    'Add data-consent="wait" to the line, or set consent: "wait" in site.tracker, and pass the decision to consent().',
  ),

  // The script and the endpoint.
  'script-unreachable': error(
    'The tracker cannot be loaded: {reason}.',
    'Deploy the build, or correct the URL in the line.',
  ),
  'script-current': verified('The tracker is the one that this project builds.'),
  'script-outdated': error(
    'The tracker is not the one that this project builds.',
    'Build and deploy the project again.',
  ),
  'script-unverifiable': unverifiable(
    'probe cannot tell whether the tracker is current; only the project that built it can.',
    'Run probe in the folder of the project.',
  ),
  'origin-allowed': verified('The endpoint accepts events from pages of {origin}.'),
} as const
