import { describeRecipe } from './recipes/describe-recipe.ts'

describeRecipe({
  name: 'next',
  // Next.js rejects methods that a route handler cannot export.
  methods: { TRACE: 500, PROPFIND: 400 },
  decidedByTheHost: {
    'falls back to CF-Connecting-IP, then to X-Real-IP':
      'Next.js writes the IP of the connection into X-Forwarded-For if the header is missing.',
  },
})

// By default, Astro and SvelteKit reject requests that a form on another site could send.
const FORM = 'A form on another site could send this request.'
const FORM_REQUESTS = {
  'parses the body as JSON if the Content-Type is text/plain': FORM,
  'parses the body as JSON if the Content-Type is application/x-www-form-urlencoded': FORM,
  'rule 1: rejects PUT with 405': FORM,
  'rule 1: rejects PATCH with 405': FORM,
  'rule 1: rejects DELETE with 405': FORM,
  'rejects an endless body with 413 without reading it to the end': FORM,
}

// Both create undici's Request, which rejects TRACE. The form check differs for methods that forms cannot send:
// Astro applies it, SvelteKit does not.
describeRecipe({
  name: 'astro',
  methods: { TRACE: 500, PROPFIND: 403 },
  decidedByTheHost: FORM_REQUESTS,
})
describeRecipe({
  name: 'sveltekit',
  methods: { TRACE: 400, PROPFIND: 405 },
  decidedByTheHost: FORM_REQUESTS,
})

describeRecipe({ name: 'hono', methods: { TRACE: 405, PROPFIND: 405 } })
describeRecipe({ name: 'express', methods: { TRACE: 405, PROPFIND: 405 } })
