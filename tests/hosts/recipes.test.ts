import { describeRecipe } from './recipes/describe-recipe.ts'

describeRecipe({ name: 'hono', methods: { TRACE: 405, PROPFIND: 405 } })
describeRecipe({ name: 'express', methods: { TRACE: 405, PROPFIND: 405 } })
