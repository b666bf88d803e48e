/** Keeps a fault in one page from taking the window with it; leaving the page clears it. */
import type { ReactNode } from 'react'
import { Component } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { ErrorState } from '../ui/error-state.tsx'

interface Props {
  location: string
  children: ReactNode
}

class Boundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.error !== null && before.location !== this.props.location) this.setState({ error: null })
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return <Failed error={this.state.error} onRetry={() => this.setState({ error: null })} />
  }
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="p-7">
      <ErrorState title={t('pageFailed')} error={error} onRetry={onRetry} />
    </div>
  )
}

export function PageBoundary({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  return <Boundary location={location}>{children}</Boundary>
}
