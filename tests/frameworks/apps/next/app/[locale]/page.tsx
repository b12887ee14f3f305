'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'

import { Home } from '../../../shared/home.tsx'

export default function Page(): ReactNode {
  return <Home link={<Link href="/en/second/">Next</Link>} />
}
