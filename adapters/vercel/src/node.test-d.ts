// Compiled, never run: the functions match the types of Node and of @vercel/node.
import type { RequestListener } from 'node:http'
import type { VercelApiHandler, VercelRequest, VercelResponse } from '@vercel/node'

import { clientIp, createFunction } from './node.ts'

export const listener: RequestListener = createFunction()
export const handler: VercelApiHandler = createFunction({ clientIp })
export const classic: (req: VercelRequest, res: VercelResponse) => Promise<void> = createFunction()
