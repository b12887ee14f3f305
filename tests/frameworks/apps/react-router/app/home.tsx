import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { Home } from '../../shared/home.tsx'

export default function Page(): ReactNode {
  return <Home link={<Link to="/second">Next</Link>} />
}
