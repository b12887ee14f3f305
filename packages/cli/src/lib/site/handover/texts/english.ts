/** The texts of the page that hands over the line, in English. `{…}` is replaced by a value. */
export const ENGLISH = {
  title: 'Connect {site}',
  line: 'This line measures the visits and the forms of {site}. Paste it once, into the head of every page:',
  copy: 'Copy',
  copied: 'Copied.',
  consent:
    'The script waits until the visitor agrees. Your consent banner has to call {call}: the guide shows how.',
  consentTilda:
    'The script waits until the visitor agrees in Tilda’s cookie banner. Another banner has to call {call}: the guide shows how.',
  where: 'Where the line goes',
  publish: 'Then publish the site again.',
  help: 'Help of {builder}',
  wordpress:
    'A plugin that adds code to the head, or a small plugin of your own: the guide has one.',
  other: 'Another site builder',
  otherText: 'The setting for code in the head of all pages.',
  pixel: 'Remove the old pixel',
  pixelText:
    'The line loads Meta’s pixel. Remove Meta’s pixel from the settings, the plugins and the tag manager of your site. Otherwise, each page view counts twice.',
  form: 'Count a form',
  formText: 'If you can edit the HTML of the form, add {attribute} to it:',
  formBuilder: 'If the site builder writes the form, use the script for your builder in the guide.',
  formPlatform:
    'The line counts each form of {builder} that is accepted. Add nothing to these forms, and remove code that you pasted for them. Otherwise, they count twice.',
  guide: 'Guide for site builders',
  check: 'Check this deployment',
  token:
    'Set {variable} on your host to Meta’s access token. You get it in Events Manager: {path}.',
  checkText: 'This loads the script and asks the function who may send events. It sends no event.',
  checkButton: 'Check',
  scriptFound: '✓ The script is served.',
  scriptMissing: '✗ The script is not served ({status}). Build and deploy again.',
  listed:
    '✓ The function responds. It accepts events only from the origins in META_ALLOWED_ORIGINS.',
  open: '! The function responds. It accepts events from every site, because META_ALLOWED_ORIGINS is not set.',
  failed: '✗ The function does not respond as it should ({status}). Read its log on your host.',
  configured:
    '✓ The function is configured. Whether Meta accepts its token is unknown until the first event.',
  unconfigured:
    '✗ The function is not configured, so it rejects every event. Read its log on your host.',
  unknown: '? This page cannot see whether the function is configured. Read its log on your host.',
  limits:
    'Only a page of {site} shows whether its events arrive. Open one, then look at Meta’s Events Manager.',
}

export type HandoverTexts = typeof ENGLISH
