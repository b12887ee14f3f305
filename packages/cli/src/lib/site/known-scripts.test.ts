import { expect, it } from 'vitest'

import { parsePage } from './page.ts'
import { findKnownScripts } from './known-scripts.ts'

const PLUGINS = '<script src="https://school.example/wp-content/plugins'

it.each([
  ['PixelYourSite', `${PLUGINS}/pixelyoursite-pro/dist/scripts/public.js?ver=9.3.1"></script>`],
  ['PixelYourSite', '<script>var pysOptions = {"staticEvents":{}}</script>'],
  [
    'Facebook for WooCommerce',
    `${PLUGINS}/facebook-for-woocommerce/assets/js/frontend/pixel-events.js"></script>`,
  ],
  [
    'Meta pixel for WordPress',
    `<script>fbq('set', 'agent', 'wordpress-6.4-4.0.1', '123')</script>`,
  ],
  ['Meta pixel for WordPress', '<script>if (response.fb_pxl_code) eval(code)</script>'],
  ['Calendly', '<script src="https://assets.calendly.com/assets/external/widget.js"></script>'],
  ['Typeform', '<iframe src="https://school.typeform.com/to/abc"></iframe>'],
  ['Jotform', '<script src="https://form.jotform.com/jsform/2345"></script>'],
  ['Tally', '<iframe src="https://tally.so/embed/abc"></iframe>'],
  ['HubSpot', '<script src="//js-eu1.hsforms.net/forms/embed/v2.js"></script>'],
  ['HubSpot', '<iframe src="https://meetings-eu1.hubspot.com/school/trial?embed=true"></iframe>'],
  [
    'Cal.com',
    '<script>(function (C, A, L) {})(window, "https://app.cal.eu/embed/embed.js", "init")</script>',
  ],
  ['Fillout', '<script src="https://server.fillout.com/embed/v1/"></script>'],
  ['LeadConnector', '<iframe src="https://api.leadconnectorhq.com/widget/booking/abc"></iframe>'],
  ['Google Forms', '<iframe src="https://docs.google.com/forms/d/e/1FAI/viewform"></iframe>'],
  [
    'Bitrix24',
    `<script>(function(w,d,u){})(window,document,'https://cdn-ru.bitrix24.ru/b123/crm/form/loader_1.js')</script>`,
  ],
  ['amoCRM', '<script src="https://forms.amocrm.ru/forms/assets/js/amoforms.js"></script>'],
])('recognizes %s: %s', (name, html) => {
  const { elements } = parsePage('index.html', '/', html + html)
  expect(findKnownScripts(elements).map(({ script }) => script.name)).toEqual([name])
})

it.each([
  '<p>We used pysOptions and fb_pxl_code before.</p>',
  '<a href="https://calendly.com/school">Book</a>',
  '<script src="https://example.com/?u=tally.so"></script>',
  `${PLUGINS}/contact-form-7/includes/js/index.js"></script>`,
])('recognizes nothing in %s', (html) => {
  expect(findKnownScripts(parsePage('index.html', '/', html).elements)).toEqual([])
})
