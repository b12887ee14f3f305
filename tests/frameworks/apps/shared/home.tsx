import { type ReactNode, useEffect } from 'react'

import { startPage } from './start-page.ts'

export function Home({ link }: { link: ReactNode }): ReactNode {
  useEffect(startPage, [])
  return (
    <main>
      <button id="accept">Accept</button>
      <form id="lead">
        <input name="email" />
        <button>Send</button>
      </form>
      {link}
    </main>
  )
}
