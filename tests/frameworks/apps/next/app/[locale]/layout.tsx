import type { ReactNode } from 'react'

export default function Layout({ children }: { children: ReactNode }): ReactNode {
  return (
    <html lang="en">
      <head>
        <script src="/polaris.js" async></script>
      </head>
      <body>{children}</body>
    </html>
  )
}
