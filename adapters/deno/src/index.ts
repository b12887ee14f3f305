/**
 * The conversion proxy for Deno, Deno Deploy and Supabase Edge Functions: {@link createFunction}.
 *
 * @module
 */

export {
  clientIp,
  type ConnectionInfo,
  createFunction,
  type DenoFunction,
  findPreview,
} from './lib/function.ts'
