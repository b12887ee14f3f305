import type { Tracker } from '../tracker-api.ts'
import { trackAccepted } from './track-accepted.ts'

interface Submission {
  submissionResult: { data: { confirmation_markup?: string; confirmation_redirect?: string } }
}

declare const self: {
  gformRedirect?: unknown
  gform?: {
    utils?: { addFilter: (name: string, filter: (submission: Submission) => Submission) => void }
  }
}

/**
 * Returns a function that tracks the forms of WordPress plugins after the server has accepted them: Contact Form 7, Fluent
 * Forms, WPForms, Elementor Pro, Forminator, Ninja Forms and Gravity Forms. The last four, and WPForms, must send their
 * forms without loading the page again ("AJAX").
 */
export function wordpress(): (tracker: Tracker) => void {
  return (tracker) => {
    const accept = trackAccepted(tracker, (jQuery, accept) => {
      jQuery(document).on(
        'wpformsAjaxSubmitSuccess submit_success forminator:form:submit:success gform_confirmation_loaded',
        accept,
      )
      // Ninja Forms triggers it for a rejected form too.
      jQuery(document).on('nfFormSubmitResponse', (_, { response }: NinjaResponse) => {
        if (!Object.keys(response.errors ?? {}).length) accept()
      })
      self.gform?.utils?.addFilter('gform/ajax/post_ajax_submission', (submission) => {
        const { data } = submission.submissionResult
        if (data.confirmation_markup || data.confirmation_redirect) accept()
        return submission
      })
    })
    addEventListener('wpcf7mailsent', accept, true)
    addEventListener('fluentform_submission_success', accept, true)
    // Gravity Forms in an iframe triggers no event before it opens another page.
    addEventListener('beforeunload', () => self.gformRedirect && accept())
  }
}

interface NinjaResponse {
  response: { errors?: object }
}
