/*
 * Tracks the events of this site with polaris.track(eventName, customData, pii).
 *
 * `push` works before the tracker has loaded, after it, and if a blocker removes it. `pii` contains the form input; the
 * tracker normalizes and hashes it before it leaves the page. Students are children, so only the
 * parent's data is passed.
 */
window.polaris ??= []

// PageView: the tracker sends it automatically.

// ViewContent: a program's page, or its details on the landing page.
const programPage = document.querySelector('main[data-content-name]')
if (programPage) polaris.push((polaris) => polaris.track('ViewContent', findProduct(programPage)))

for (const details of document.querySelectorAll('.program details')) {
  details.addEventListener('toggle', () => {
    if (details.open) polaris.push((polaris) => polaris.track('ViewContent', findProduct(details)))
  })
}

// Lead: the study plan. The form fields have the names of the `pii` keys.
onSubmit('lead-form', ({ em, ph, fn, ln }) => {
  polaris.push((polaris) =>
    polaris.track('Lead', { content_name: 'Study plan' }, { em, ph, fn, ln }),
  )
  return `Thank you, ${fn}. The study plan is on its way to your inbox. Demo: no e-mail was sent.`
})

// Schedule: a trial lesson.
onSubmit('schedule-form', ({ subject, day, time, fn, ph }) => {
  polaris.push((polaris) =>
    polaris.track('Schedule', { content_name: `Trial lesson: ${subject}` }, { fn, ph }),
  )
  return `Booked, ${fn}: ${subject}, ${day} at ${time}. Demo: no lesson was reserved.`
})

// InitiateCheckout: an “Enrol” button opens the checkout of its program.
const checkout = document.getElementById('checkout')
for (const button of document.querySelectorAll('.enrol')) {
  button.addEventListener('click', () => {
    openCheckout(findProduct(button))
    polaris.push((polaris) => polaris.track('InitiateCheckout', findProduct(button)))
  })
}

// Purchase: Meta requires value and currency.
onSubmit('checkout-form', ({ em }) => {
  const product = findProduct(checkout)
  polaris.push((polaris) => polaris.track('Purchase', product, { em }))
  closeTill()
  return `Paid: ${formatPrice(product)} for ${product.content_name}. Welcome to Polaris! Demo: nothing was bought.`
})

// CompleteRegistration: a parent creates the student's account.
onSubmit('registration-form', ({ student, em }) => {
  polaris.push((polaris) =>
    polaris.track('CompleteRegistration', { content_name: 'Student account' }, { em }),
  )
  return `The account for ${student} is ready. Demo: no account was created.`
})

// Subscribe: the newsletter.
onSubmit('subscribe-form', ({ em }) => {
  polaris.push((polaris) => polaris.track('Subscribe', { content_name: 'Newsletter' }, { em }))
  return 'You are on the list. Demo: your address was not kept.'
})

/** Returns the custom data of the program that contains the element. */
function findProduct(element) {
  const { contentName, value, currency } = element.closest('[data-content-name]').dataset
  return { content_name: contentName, value: Number(value), currency }
}

function formatPrice({ value, currency }) {
  return value.toLocaleString('en', { style: 'currency', currency, maximumFractionDigits: 0 })
}

/** Calls `handle` with the form input and shows the returned message. Does nothing if the page lacks the form. */
function onSubmit(id, handle) {
  const form = document.getElementById(id)
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    const message = handle(Object.fromEntries(new FormData(form)))
    form.reset()
    form.querySelector('[role="status"]').textContent = message
  })
}

function openCheckout({ content_name, value, currency }) {
  Object.assign(checkout.dataset, { contentName: content_name, value, currency })
  document.getElementById('checkout-name').textContent = content_name
  for (const element of checkout.querySelectorAll('.checkout-price')) {
    element.textContent = formatPrice({ value, currency })
  }
  document.getElementById('checkout-status').textContent = ''
  document.getElementById('checkout-till').hidden = false
  checkout.showModal()
}

/** Hides the payment form to prevent a second purchase. Moves the focus, which would be lost with the button. */
function closeTill() {
  document.getElementById('checkout-till').hidden = true
  document.getElementById('checkout-close').focus()
}
