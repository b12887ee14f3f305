import { describeRecipe } from './recipes/describe-recipe.ts'

describeRecipe({
  name: 'next',
  // Next.js takes no method that it has no name for.
  methods: { TRACE: 500, PROPFIND: 400 },
  decidedByTheHost: {
    'falls back to CF-Connecting-IP, then to X-Real-IP':
      'Next.js writes the address of the connection into X-Forwarded-For when there is none.',
  },
})

// Astro and SvelteKit refuse what a form of another site could send, unless they are told not to.
const FORM = 'it could come from a form of another site'
const TAKEN_FOR_A_FORM = {
  'parses the body as JSON if the Content-Type is text/plain': FORM,
  'parses the body as JSON if the Content-Type is application/x-www-form-urlencoded': FORM,
  'rule 1: rejects PUT with 405': FORM,
  'rule 1: rejects PATCH with 405': FORM,
  'rule 1: rejects DELETE with 405': FORM,
  'rejects an endless body with 413 without reading it to the end': FORM,
}

// Undici’s Request, which these two make, takes no TRACE. Without an origin, no other site’s form is behind
// a method that forms do not send.
describeRecipe({
  name: 'astro',
  methods: { TRACE: 500, PROPFIND: 403 },
  decidedByTheHost: TAKEN_FOR_A_FORM,
})
describeRecipe({
  name: 'sveltekit',
  methods: { TRACE: 400, PROPFIND: 405 },
  decidedByTheHost: TAKEN_FOR_A_FORM,
})

describeRecipe({ name: 'hono', methods: { TRACE: 405, PROPFIND: 405 } })
describeRecipe({ name: 'express', methods: { TRACE: 405, PROPFIND: 405 } })
