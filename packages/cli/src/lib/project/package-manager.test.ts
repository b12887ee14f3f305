import { expect, it } from 'vitest'

import { useManager } from './package-manager.ts'

const TEXT =
  'npm install, npm run dev, npm start, npx conversion-capi probe, npx conversion-capi init, npx wrangler, npm install --save-dev a'

it.each([
  ['npm', TEXT],
  [
    'pnpm',
    'pnpm install, pnpm run dev, pnpm start, pnpm exec conversion-capi probe, pnpm dlx conversion-capi init, pnpm dlx wrangler, pnpm add -D a',
  ],
  [
    'yarn',
    'yarn install, yarn run dev, yarn start, yarn conversion-capi probe, yarn dlx conversion-capi init, yarn dlx wrangler, yarn add -D a',
  ],
  [
    'bun',
    'bun install, bun run dev, bun start, bunx conversion-capi probe, bunx conversion-capi init, bunx wrangler, bun add -D a',
  ],
])('prints the commands of %s', (manager, expected) => {
  expect(useManager(TEXT, manager)).toBe(expected)
})
