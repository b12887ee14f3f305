import type { Tracker } from '../tracker-api.ts'
import { trackAccepted } from './track-accepted.ts'

/** Returns a function that tracks the forms of a page that Webflow hosts, after Webflow's server has accepted them. */
export function webflow(): (tracker: Tracker) => void {
  return (tracker) => {
    trackAccepted(tracker, (jQuery, accept) =>
      jQuery(document).on(
        'ajaxComplete',
        (_, request: { responseJSON?: { code: number } }, { url }: { url: string }) => {
          if (/webflow\.com\/api\//.test(url) && request.responseJSON?.code === 200) accept()
        },
      ),
    )
  }
}
