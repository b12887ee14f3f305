import { render } from 'preact'

import type { PageSettings } from '../../page/page-routes.ts'
import { App } from './app.tsx'

const root = document.getElementById('app')!
const settings = JSON.parse(root.dataset['settings']!) as PageSettings

render(<App settings={settings} />, root)
