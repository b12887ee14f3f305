/**
 * The script of the page that hands over the line. It is the same on every page, so that the page's content security
 * policy allows it by its hash; the URLs and the hostname are in `data-` attributes. The check sends no event. A request from
 * this page shows the response to this page's origin, not to a page of the site, so the check claims no more than that.
 */
export const HANDOVER_SCRIPT = `
const [copy, check] = document.querySelectorAll('button')
const results = document.querySelector('#results')
const { script, endpoint, host } = results.dataset

copy.addEventListener('click', async () => {
  const line = document.querySelector('#line')
  try {
    await navigator.clipboard.writeText(line.textContent)
    document.querySelector('#copied').textContent = 'Copied.'
  } catch {
    // Without permission, the line is selected for the keyboard.
    getSelection().selectAllChildren(line)
  }
})

check.addEventListener('click', async () => {
  check.disabled = true
  const lines = await Promise.all([checkScript(), checkFunction(), checkConfiguration()])
  const limits = 'Only a page of ' + host + ' shows whether its events arrive. Open one, then look at Meta’s Events Manager.'
  results.replaceChildren(...[...lines, limits].map((text) => Object.assign(document.createElement('li'), { textContent: text })))
  check.disabled = false
})

async function checkScript() {
  const response = await request(script)
  const type = response.headers.get('Content-Type') ?? ''
  if (response.ok && type.includes('javascript')) return '✓ The script is served.'
  return '✗ The script is not served (' + response.status + '). Build and deploy again.'
}

async function checkFunction() {
  const response = await request(endpoint, { method: 'OPTIONS' })
  const origin = response.headers.get('Access-Control-Allow-Origin')
  if (response.status === 204 && origin === '*') {
    return '! The function responds. It accepts events from every site, because META_ALLOWED_ORIGINS is not set.'
  }
  const { error } = await response.json().catch(() => ({}))
  const isRejected = response.status === 403 && error === 'Origin not allowed'
  if (isRejected || (response.status === 204 && origin)) {
    return '✓ The function responds. It accepts events only from the origins in META_ALLOWED_ORIGINS.'
  }
  return '✗ The function does not respond as it should (' + response.status + '). Read its log on your host.'
}

async function checkConfiguration() {
  const response = await request(endpoint)
  const state = response.status === 405 && response.headers.get('X-Conversion-Capi')
  if (state === 'configured') {
    return '✓ The function is configured. Whether Meta accepts its token is unknown until the first event.'
  }
  return state === 'not configured'
    ? '✗ The function is not configured, so it rejects every event. Read its log on your host.'
    : '? This page cannot see whether the function is configured. Read its log on your host.'
}

async function request(url, init) {
  try {
    return await fetch(url, { ...init, cache: 'no-store', credentials: 'omit' })
  } catch {
    return Response.error()
  }
}
`
