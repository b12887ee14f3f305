/** A platform whose form a page contains. */
interface Platform {
  /** The name in the first line of the code sample. */
  name: string
  /** The form and the script that sends it, as the platform documents the order of its events. */
  html: string
}

const FIELDS = `
  <label>Email <input type="email" name="your-email" required></label>
  <label>Phone <input type="tel" name="your-phone"></label>
  <button>Book</button>`

const JQUERY_TAG = '<script src="/jquery.js"></script>'

/** Wix's script, which calls the registered functions with each event of the site. */
export const WIX_SCRIPT = `<script>
  const handlers = []
  window.wixDevelopersAnalytics = { register: (id, handler) => handlers.push(handler) }
  window.report = (...event) => handlers.forEach((handler) => handler(...event))
  dispatchEvent(new Event('wixDevelopersAnalyticsReady'))
  report('PageView', { pageTitle: 'School' })
</script>`

/** Form plugins and builders whose documented event is dispatched. */
export const PLATFORMS: Platform[] = [
  {
    // https://contactform7.com/dom-events/
    name: 'Contact Form 7',
    html: renderForm({
      before: `const detail = {
        contactFormId: 376,
        inputs: Array.from(new FormData(form), ([name, value]) => ({ name, value })),
      }
      const dispatch = (name) => form.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }))`,
      accept: `dispatch('wpcf7mailsent'); dispatch('wpcf7submit'); form.reset()`,
      reject: `dispatch('wpcf7invalid'); dispatch('wpcf7submit')`,
    }),
  },
  {
    name: 'WPForms',
    html: renderForm({
      libraries: JQUERY_TAG,
      accept: `jQuery(form).trigger('wpformsAjaxSubmitSuccess', { success: true }); form.remove()`,
      reject: `jQuery(form).trigger('wpformsAjaxSubmitFailed', { success: false })`,
    }),
  },
  {
    // https://docs.gravityforms.com/gform_confirmation_loaded: the server renders the form or the confirmation.
    name: 'Gravity Forms',
    html: renderForm({
      id: 'gform_2',
      libraries: JQUERY_TAG,
      accept: `form.remove(); jQuery(document).trigger('gform_confirmation_loaded', [2])`,
      reject: `form.replaceWith(form.cloneNode(true)); jQuery(document).trigger('gform_post_render', [2, 1])`,
    }),
  },
  {
    // https://github.com/elementor/elementor/issues/5305 and 12819
    name: 'Elementor Pro',
    html: renderForm({
      libraries: JQUERY_TAG,
      accept: `jQuery(form).trigger('submit_success', {}).trigger('form_destruct', {}).trigger('reset')`,
      reject: `jQuery(form).trigger('error')`,
    }),
  },
  {
    // https://dev.wix.com/docs/sdk/host-modules/site/events/general/lead: Wix clears the fields first.
    name: 'Wix',
    html: renderForm({
      libraries: WIX_SCRIPT,
      accept: `form.reset(); report('Lead', { formId: 'comp-jx1lbcv3', origin: 'Wix Forms' })`,
      reject: '',
    }),
  },
]

/** The script of a platform: statements that use `form`. */
interface FormScript {
  id?: string
  /** What the platform loads before its script. */
  libraries?: string
  /** Runs when the browser has validated the form. */
  before?: string
  /** Runs when the platform has accepted the form, before it confirms it to the visitor. */
  accept: string
  /** Runs when the platform has rejected the form. */
  reject: string
}

/** Renders a form that a platform sends with a script. The platform accepts it if its endpoint exists. */
function renderForm({ id = 'form', libraries = '', before = '', accept, reject }: FormScript) {
  return `<form id="${id}">${FIELDS}</form><p role="status"></p>${libraries}
  <script>
    document.addEventListener('submit', async (event) => {
      event.preventDefault()
      const form = event.target
      const status = document.querySelector('[role=status]')
      status.textContent = ''
      ${before}
      const body = new URLSearchParams(new FormData(form))
      const { ok } = await fetch('/builder/forms', { method: 'POST', body })
      if (ok) { ${accept} } else { ${reject} }
      status.textContent = ok ? 'Sent' : 'Rejected'
    })
  </script>`
}
