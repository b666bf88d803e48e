/** Starts the page: theme before the first paint, then stores, then React. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/app.css'
import './i18n/index.ts'
import { App } from './app/app.tsx'
import { startTheme } from './app/theme.ts'
import { startStores } from './stores/start.ts'

startTheme()
startStores()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
