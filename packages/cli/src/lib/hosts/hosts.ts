import { cloudflare } from './cloudflare.ts'
import { deno, supabase } from './deno.ts'
import type { HostRecord } from './host-record.ts'
import { netlify } from './netlify.ts'
import { node } from './node.ts'
import { vercel } from './vercel.ts'

/** The name of a host. */
export type Host = 'vercel' | 'netlify' | 'cloudflare' | 'deno' | 'supabase' | 'node'

export const HOST_RECORDS: Record<Host, HostRecord> = {
  vercel,
  netlify,
  cloudflare,
  deno,
  supabase,
  node,
}

/** The names of the hosts. */
export const HOSTS: readonly Host[] = Object.keys(HOST_RECORDS) as Host[]
