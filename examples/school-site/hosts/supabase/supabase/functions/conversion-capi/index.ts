import { createFunction } from '@conversion-capi/deno'

Deno.serve(createFunction())
