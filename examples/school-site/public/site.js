/*
 * Everything this site tells its tracker: window.polaris.track(eventName, customData, pii),
 * one call per event, in the order of a visit.
 *
 * `?.` because the site has to work when the tracker is blocked. `pii` is what the visitor typed:
 * the tracker normalises and hashes it before it leaves the page. Students are children, so only
 * the parent's details are ever passed.
 */

// PageView: nothing to do, the tracker sends it by itself.

// ViewContent: a programme's own page, or its details opened on the landing page.
const programPage = document.querySelector('main[data-content-name]')
if (programPage) window.polaris?.track('ViewContent', productAt(programPage))

for (const details of document.querySelectorAll('.program details')) {
  details.addEventListener('toggle', () => {
    if (details.open) window.polaris?.track('ViewContent', productAt(details))
  })
}

// Lead: the study plan. The fields are named after the keys of `pii`.
onSubmit('lead-form', ({ em, ph, fn, ln }) => {
  window.polaris?.track('Lead', { content_name: 'Study plan' }, { em, ph, fn, ln })
  return `Thank you, ${fn}. The study plan is on its way to your inbox. Demo: no e-mail was sent.`
})

// Schedule: a trial lesson.
onSubmit('schedule-form', ({ subject, day, time, fn, ph }) => {
  window.polaris?.track('Schedule', { content_name: `Trial lesson: ${subject}` }, { fn, ph })
  return `Booked, ${fn}: ${subject}, ${day} at ${time}. Demo: no lesson was reserved.`
})

// InitiateCheckout: “Enrol” opens the checkout for its programme.
const checkout = document.getElementById('checkout')
for (const button of document.querySelectorAll('.enrol')) {
  button.addEventListener('click', () => {
    openCheckout(productAt(button))
    window.polaris?.track('InitiateCheckout', productAt(button))
  })
}

// Purchase: Meta refuses one without value and currency.
onSubmit('checkout-form', ({ em }) => {
  const product = productAt(checkout)
  window.polaris?.track('Purchase', product, { em })
  closeTill()
  return `Paid: ${price(product)} for ${product.content_name}. Welcome to Polaris! Demo: nothing was bought.`
})

// CompleteRegistration: the student's account, opened by a parent.
onSubmit('registration-form', ({ student, em }) => {
  window.polaris?.track('CompleteRegistration', { content_name: 'Student account' }, { em })
  return `The account for ${student} is ready. Demo: no account was created.`
})

// Subscribe: the newsletter.
onSubmit('subscribe-form', ({ em }) => {
  window.polaris?.track('Subscribe', { content_name: 'Newsletter' }, { em })
  return 'You are on the list. Demo: your address was not kept.'
})

document.getElementById('demo-bar-dismiss')?.addEventListener('click', () => {
  document.getElementById('demo-bar').remove()
})

/** The programme around an element: what the checkout asks for and what Purchase reports. */
function productAt(element) {
  const { contentName, value, currency } = element.closest('[data-content-name]').dataset
  return { content_name: contentName, value: Number(value), currency }
}

function price({ value, currency }) {
  return value.toLocaleString('en', { style: 'currency', currency, maximumFractionDigits: 0 })
}

/** Calls `handle` with what was typed and shows the sentence it returns. Not every page has every form. */
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
    element.textContent = price({ value, currency })
  }
  document.getElementById('checkout-status').textContent = ''
  document.getElementById('checkout-till').hidden = false
  checkout.showModal()
}

/** A second “Pay” would be a second purchase. The focus must not vanish with the button. */
function closeTill() {
  document.getElementById('checkout-till').hidden = true
  document.getElementById('checkout-close').focus()
}
