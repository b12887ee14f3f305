/**
 * The conversion proxy as a Netlify Function or Edge Function: {@link createFunction}.
 *
 * @module
 */

export {
  clientIp,
  createFunction,
  findPreview,
  type NetlifyContext,
  type NetlifyFunction,
} from './lib/function.ts'
