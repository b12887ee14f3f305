import { readFile } from 'node:fs/promises'

import type { TrackerOptions } from '@conversion-capi/tracker'

/** A site builder or form plugin, a page with one of its forms, and its server. */
export interface Product {
  name: string
  platform: TrackerOptions['platform']
  /** Where its scripts are: `owner/repository/commit` on GitHub, or `npm/package@version`. */
  origin: string
  /** Where WordPress's own scripts are. @default origin */
  core?: string
  /** Returns the page. `load` returns a file of the origin. */
  page: (load: (path: string) => Promise<string>) => Promise<string>
  /** The paths of its scripts. Other requests get status 404. @default every script */
  scripts?: RegExp
  /** @default 'form' */
  form?: string
  /** The page in its frame, which passes no contacts to the page around it. */
  frame?: string
  /** The request that sends the form, and the bodies of the responses. */
  request: RegExp
  accepted: object | string
  rejected: object | string
  /** The status of a response that rejects the form. @default 200 */
  rejectedStatus?: number
  /** Whether another page opens after an accepted form. */
  redirects?: boolean
}

const PLUGINS = 'WordPressBugBounty/plugins-'
const AJAX = /\/admin-ajax\.php/

/** The products, in the order of the table. The markup is reduced to what the scripts read, except Gravity Forms'. */
export const PRODUCTS: Product[] = [
  {
    name: 'Tilda 02.001 (export of August 2026)',
    platform: 'tilda',
    origin: 'miralitys/shynlicleaningservice/bc80ee1679d1544eba0ad597aacedbfe94b27ece',
    page: ownPage('tilda'),
    request: /\/\/forms\d?\.tilda/,
    accepted: { message: 'OK', results: ['1:2:3'] },
    rejected: { error: 'Rejected' },
  },
  {
    name: 'Contact Form 7 6.1.6',
    platform: 'wordpress',
    origin: `${PLUGINS}contact-form-7/08c3bfa397fb5a93f48ea5588644ddce07d83249`,
    page: ownPage('contact-form-7'),
    request: /\/feedback$/,
    accepted: { contact_form_id: 1, status: 'mail_sent', into: '#wpcf7-1', invalid_fields: [] },
    rejected: { contact_form_id: 1, status: 'spam', into: '#wpcf7-1', invalid_fields: [] },
  },
  {
    name: 'WPForms Lite 2.0.0.2',
    platform: 'wordpress',
    origin: `${PLUGINS}wpforms-lite/8f7494a92528bc84e0d1358a60d61981d29bda89`,
    page: ownPage('wpforms'),
    request: AJAX,
    accepted: { success: true, data: { confirmation: '<p>Sent</p>' } },
    rejected: { success: false, data: { errors: { general: { footer: '<p>Rejected</p>' } } } },
  },
  {
    name: 'Elementor Pro 3.17.0',
    platform: 'wordpress',
    origin: 'fastandstatic/cfc-static/abd93c736f9b863a88240ec2212a0a604fbdf430',
    page: ownPage('elementor'),
    request: AJAX,
    accepted: { success: true, data: { message: 'Sent', data: {} } },
    rejected: { success: false, data: { message: 'Rejected', data: {}, errors: [] } },
  },
  gravityForms('iframe', 'message', '<div id="gform_confirmation_wrapper_4">Sent</div>'),
  gravityForms(
    'iframe',
    'redirect',
    `<script>function gformRedirect(){location='/thanks'}</script>`,
  ),
  gravityForms('ajax', 'message', { confirmation_markup: '<p id="gform_wrapper_4">Sent</p>' }),
  gravityForms('ajax', 'redirect', {
    confirmation_type: 'redirect',
    confirmation_redirect: '/thanks',
  }),
  {
    name: 'Fluent Forms 6.2.2',
    platform: 'wordpress',
    origin: `${PLUGINS}fluentform/2b2662895294562a68e814869594044980d721cb`,
    page: ownPage('fluent-forms'),
    request: AJAX,
    accepted: { success: true, data: { result: { message: 'Sent', action: 'hide_form' } } },
    rejected: { errors: { email: { email: 'Rejected' } } },
    rejectedStatus: 423,
  },
  {
    name: 'Forminator 1.53.2',
    platform: 'wordpress',
    origin: `${PLUGINS}forminator/35cb144d63d58ff1e3435a7d7310e2cae539b12f`,
    page: ownPage('forminator'),
    request: AJAX,
    accepted: { success: true, data: { success: true, message: 'Sent' } },
    rejected: { success: false, data: { success: false, message: 'Rejected', errors: [] } },
  },
  {
    name: 'Ninja Forms 3.14.3',
    platform: 'wordpress',
    origin: `${PLUGINS}ninja-forms/23c86a83bb644241525f7a12e00e7e245557d558`,
    core: 'fastandstatic/globalflex-static/920703c3856f36b532c112681efaa68985789bad',
    page: async (load) => {
      const names =
        'app-layout app-before-form app-before-fields app-after-fields app-after-form form-layout form-error form-hp field-layout field-before field-after field-input-limit fields-email fields-tel fields-submit fields-label fields-wrap fields-error'
      const parts = names
        .split(' ')
        .map((name) => load(`ninja-forms/includes/Templates/${name}.html`))
      return (await Promise.all([...parts, readPage('ninja-forms')])).join('')
    },
    request: AJAX,
    accepted: {
      data: {
        form_id: 1,
        settings: { clear_complete: '1', hide_complete: '1' },
        actions: { success_message: 'Sent' },
      },
      errors: [],
    },
    rejected: { data: {}, errors: { form: { spam: 'Rejected' } } },
  },
  {
    name: 'Webflow, hosted (2025)',
    platform: 'webflow',
    origin: 'Keystone-Academy-Education/keystoneacademy/3f2bfa88284d30a1aae6e11fce13df8e86db0c24',
    page: ownPage('webflow'),
    request: /webflow\.com\//,
    accepted: { code: 200, msg: 'Sent' },
    rejected: { code: 400, msg: 'Rejected' },
  },
  {
    name: 'Typeform embed 6.1.1',
    platform: 'typeform',
    origin: 'npm/@typeform/embed@6.1.1',
    page: ownPage('typeform'),
    frame: await readPage('typeform-frame'),
    request: /typeform\.com\/submit$/,
    accepted: {},
    rejected: {},
    rejectedStatus: 400,
  },
]

function ownPage(name: string): Product['page'] {
  return () => readPage(name)
}

function readPage(name: string): Promise<string> {
  return readFile(new URL(`pages/${name}.html`, import.meta.url), 'utf8')
}

/** Gravity Forms 2.9.16 on a real page, whose optimizer would delay the scripts. */
function gravityForms(method: string, type: string, confirmation: object | string): Product {
  const form = '<div id="gform_wrapper_4"><form id="gform_4"></form></div>'
  const isFrame = typeof confirmation === 'string'
  const respond = (result: object | string): string =>
    typeof result === 'string'
      ? `<body class="GF_AJAX_POSTBACK"><i id="gf_4"></i>${result}</body>`
      : `<!-- gf:json_start -->${JSON.stringify({ success: true, data: result })}<!-- gf:json_end -->`
  return {
    name: `Gravity Forms 2.9.16, ${method}, ${type}`,
    platform: 'wordpress',
    origin: 'LantzBrown/Lawn-LP--XI-Landscaping-2/b8dc699344f971ddd987fd04abdcc024162e49ef',
    page: async (load) =>
      // The chunk with DOMPurify is in no copy.
      `<script>webpackChunkgravityforms = [[[567], { 6308: (m) => (m.exports = { sanitize: (html) => html }) }]]</script>${await load('index.html')}`
        .replaceAll('data-rocket-src', 'src')
        .replaceAll('type="rocketlazyloadscript"', '')
        .replaceAll(/https:(\/\/|\\\/\\\/)highergroundlm\.com/g, 'https:$1site.example')
        .replaceAll(/fbq\('\w+', '\w+'\)/g, '')
        .replace('value="iframe"', `value="${method}"`),
    scripts: /\/jquery\.min\.js$|\/gravityforms\//,
    form: '#gform_4',
    request: isFrame ? /\/\?utm_source=/ : AJAX,
    accepted: respond(confirmation),
    rejected: respond(isFrame ? form : { form_markup: form }),
    redirects: type === 'redirect',
  }
}
