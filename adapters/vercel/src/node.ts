/**
 * The conversion proxy as a Vercel Function or Next.js API route with the classic Node.js signature
 * `(req, res)`: {@link createFunction}.
 *
 * @module
 */

export { clientIp, findPreview } from './lib/function.ts'
export {
  createFunction,
  type NodeFunction,
  type NodeRequest,
  type NodeResponse,
} from './lib/node-function.ts'
