import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, RouterProvider } from 'react-router'

import { Home } from '../shared/home.tsx'

const router = createBrowserRouter([
  { path: '/', element: <Home link={<Link to="/second">Next</Link>} /> },
  { path: '/second', element: <h1>Second</h1> },
])
createRoot(document.body).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
