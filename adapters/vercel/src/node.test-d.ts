// Compiled, never run: the functions match the types of @vercel/node.
import type { VercelApiHandler, VercelRequest, VercelResponse } from '@vercel/node'

import { clientIp, createFunction } from './node.ts'

export const handler: VercelApiHandler = createFunction({ clientIp })
export const classic: (req: VercelRequest, res: VercelResponse) => Promise<void> = createFunction()
