/**
 * The script of the page that hands over the line. It is the same on every page, so that the page's content security
 * policy allows it by its hash; the texts and URLs are in `data-` attributes. The check sends no event. A request from
 * this page shows the response to this page's origin, not to a page of the site, so the check claims no more than that.
 */
export const HANDOVER_SCRIPT = `
const [copy, check] = document.querySelectorAll('button')
const results = document.querySelector('#results')
const texts = results.dataset

copy.addEventListener('click', async () => {
  const line = document.querySelector('#line')
  try {
    await navigator.clipboard.writeText(line.textContent)
    document.querySelector('#copied').textContent = copy.dataset.copied
  } catch {
    // Without permission, the line is selected for the keyboard.
    getSelection().selectAllChildren(line)
  }
})

check.addEventListener('click', async () => {
  check.disabled = true
  const lines = await Promise.all([checkScript(), checkFunction(), checkConfiguration()])
  results.replaceChildren(...[...lines, texts.limits].map((text) => {
    const item = document.createElement('li')
    item.textContent = text
    return item
  }))
  check.disabled = false
})

async function checkScript() {
  const response = await request(texts.script)
  const type = response.headers.get('Content-Type') ?? ''
  if (response.ok && type.includes('javascript')) return texts.scriptFound
  return texts.scriptMissing.replace('{status}', response.status)
}

async function checkFunction() {
  const response = await request(texts.endpoint, { method: 'OPTIONS' })
  const origin = response.headers.get('Access-Control-Allow-Origin')
  if (response.status === 204 && origin === '*') return texts.open
  const { error } = await response.json().catch(() => ({}))
  const isRejected = response.status === 403 && error === 'Origin not allowed'
  if (isRejected || (response.status === 204 && origin)) return texts.listed
  return texts.failed.replace('{status}', response.status)
}

async function checkConfiguration() {
  const response = await request(texts.endpoint)
  const state = response.status === 405 && response.headers.get('X-Conversion-Capi')
  if (state === 'configured') return texts.configured
  return state === 'not configured' ? texts.unconfigured : texts.unknown
}

async function request(url, init) {
  try {
    return await fetch(url, { ...init, cache: 'no-store', credentials: 'omit' })
  } catch {
    return Response.error()
  }
}
`
