import type { ReactNode } from 'react'
import { Outlet, Scripts } from 'react-router'

export default function Root(): ReactNode {
  return (
    <html lang="en">
      <head>
        <title>Polaris</title>
        <script src="/polaris.js" async></script>
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  )
}
