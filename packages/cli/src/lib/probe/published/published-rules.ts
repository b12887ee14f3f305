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
  'sitemap-missing': {
    level: 'info',
    message: 'The site has no sitemap, so probe read the home page and the pages that it links to.',
    fix: 'Turn on the sitemap in the settings of the site builder.',
  },
  'pages-unread': {
    level: 'unverifiable',
    message: 'Pages that were not read: {count}, because {reason}.',
    fix: 'Look for the line in the source of one of them.',
  },
  'page-unreadable': {
    level: 'warning',
    message: 'The page cannot be read: {reason}.',
    fix: 'Open it in a browser. If it no longer exists, remove it from the sitemap.',
  },

  // The line in each page.
  'line-verified': {
    level: 'verified',
    message: '{count} of {total} pages load the tracker once, from {src}.',
    fix: '',
  },
  'line-nowhere': {
    level: 'error',
    message: 'None of the {total} pages loads the tracker.',
    fix: 'Paste the line into the head code of the whole site, in the settings of the site builder, and publish all pages.',
  },
  'line-damaged': {
    level: 'error',
    message: 'The page contains {found}, which does not load the tracker.',
    fix: 'Copy the line again, and paste it as code with straight quotes, not into a text.',
  },
  'line-differs': {
    level: 'error',
    message: 'The page loads the tracker from {found} instead of {expected}.',
    fix: 'Replace its line by the one of the other pages.',
  },
  'line-endpoint': {
    level: 'error',
    message: 'The line posts events to {found}, but the endpoint is {expected}.',
    fix: 'Write data-endpoint="{expected}" in the line.',
  },
  'pixel-hidden': {
    level: 'unverifiable',
    message: "The page loads Meta's pixel, which can send a second PageView.",
    fix: 'Turn off its Meta pixel, or page views count twice.',
  },
  'consent-below': {
    level: 'warning',
    message: 'The consent banner of {name} is below the line.',
    fix: 'Move the banner above the line: it can only hold back what is below it.',
  },
  'consent-unconnected': {
    level: 'warning',
    message:
      'The tracker waits for consent, but no code in the page passes a decision to it. Then nothing is sent.',
    fix: 'Copy the script in the guide "Consent platforms", unless a script in another file calls consent().',
  },
  'consent-ignored': {
    level: 'warning',
    message:
      'The page has the consent banner of {name}, but the tracker does not wait for a decision.',
    fix: 'Add data-consent="wait" to the line, or set consent: "wait" in site.tracker, and pass the decision to consent().',
  },

  // The script and the endpoint.
  'script-unreachable': {
    level: 'error',
    message: 'The tracker cannot be loaded: {reason}.',
    fix: 'Deploy the build, or correct the URL in the line.',
  },
  'script-current': {
    level: 'verified',
    message: 'The tracker is the one that this project builds.',
    fix: '',
  },
  'script-outdated': {
    level: 'error',
    message: 'The tracker is not the one that this project builds.',
    fix: 'Build and deploy the project again.',
  },
  'script-unverifiable': {
    level: 'unverifiable',
    message: 'Whether the tracker is current: only the project that built it shows it.',
    fix: 'Run probe in the folder of the project.',
  },
  'origin-allowed': {
    level: 'verified',
    message: 'The endpoint accepts events from pages of {origin}.',
    fix: '',
  },
} as const
