/** The shell: rail, banners, page, and everything that floats above them. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Router, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { focusComposer } from '../features/chat/composer-focus.ts'
import { pickFiles, useComposerPanels } from '../features/chat/composer-panels.ts'
import { ConsentGate } from '../features/consent/consent-gate.tsx'
import { DropTarget } from '../features/import/drop-target.tsx'
import { ImportSheet } from '../features/import/import-sheet.tsx'
import { QuestionGate } from '../features/questions/question-gate.tsx'
import { InstallLinks } from '../features/servers/add/install-links.tsx'
import { i18n, systemLanguage } from '../i18n/index.ts'
import { useApp } from '../stores/app.ts'
import { useLayout } from '../stores/layout.ts'
import { ToastViewport } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { Banners } from './banners.tsx'
import { Palette } from './palette.tsx'
import { Rail } from './rail.tsx'
import { Routes } from './routes.tsx'
import { ShortcutList } from './shortcut-list.tsx'
import { commandFor, isTypingIn } from './shortcuts.ts'
import { applyTheme } from './theme.ts'

/** The person's language and theme, as soon as the hub has told them. */
function useProfileLook() {
  const language = useApp((state) => state.info?.profile.language)
  const theme = useApp((state) => state.info?.profile.theme)
  useEffect(() => {
    if (language !== undefined) void i18n.changeLanguage(language ?? systemLanguage())
  }, [language])
  useEffect(() => {
    if (theme) applyTheme(theme)
  }, [theme])
}

function useShortcuts() {
  const [location, navigate] = useLocation()
  useEffect(() => {
    const isMac = /mac/i.test(navigator.userAgent)
    const onKey = (event: KeyboardEvent) => {
      const command = commandFor(event, isTypingIn(event.target), isMac)
      if (!command || event.defaultPrevented) return
      const layout = useLayout.getState()
      // A plain key inside an open dialog or menu is not meant for the page behind it.
      const isInDialog = document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"]') !== null
      if (isInDialog && command !== 'palette') return
      event.preventDefault()
      if (command === 'palette') layout.setPalette(!layout.isPaletteOpen)
      else if (command === 'settings') navigate('/settings')
      else if (command === 'toggle-list') layout.toggleList()
      else if (command === 'shortcut-list') layout.setShortcutList(true)
      else if (command === 'new-chat') {
        navigate('/chat')
        focusComposer()
      } else if (command === 'pick-model' || command === 'attach') {
        const act = command === 'attach' ? pickFiles : () => useComposerPanels.getState().setModelOpen(true)
        if (location.startsWith('/chat')) act()
        else {
          navigate('/chat')
          // The composer comes with the page.
          requestAnimationFrame(act)
        }
      } else {
        if (!location.startsWith('/chat')) navigate('/chat')
        focusComposer()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [location, navigate])
}

function Shell() {
  const { t } = useTranslation()
  useProfileLook()
  useShortcuts()
  return (
    <div className="flex h-full">
      <button
        type="button"
        onClick={() => document.getElementById('page')?.focus()}
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-70 focus:rounded-md focus:bg-surface focus:px-3 focus:py-1.5"
      >
        {t('skipToContent')}
      </button>
      <Rail />
      <div className="flex min-w-0 flex-1 flex-col">
        <Banners />
        <ConsentGate />
        <QuestionGate />
        <InstallLinks />
        <div id="page" tabIndex={-1} className="flex min-h-0 flex-1 flex-col focus:outline-none">
          <Routes />
        </div>
      </div>
      <Palette />
      <ShortcutList />
      <ImportSheet />
      <DropTarget />
      <ToastViewport />
    </div>
  )
}

export function App() {
  return (
    <Router hook={useHashLocation}>
      <TooltipProvider>
        <Shell />
      </TooltipProvider>
    </Router>
  )
}
