import { polaris } from './polaris.ts'

/** Starts the page with the buttons. Frameworks call it after hydration. */
export function startPage(): void {
  const accept = document.querySelector<HTMLButtonElement>('#accept')
  const lead = document.querySelector<HTMLFormElement>('#lead')
  if (!accept || !lead) return
  polaris.track('ViewContent', { content_name: 'Physics' })
  accept.addEventListener('click', () => polaris.consent(true))
  lead.addEventListener('submit', (event) => {
    event.preventDefault()
    const { value } = lead.querySelector('input')!
    lead.dataset['id'] = polaris.track('Lead', { content_name: 'Study plan' }, { email: value })
  })
  accept.dataset['ready'] = ''
}
