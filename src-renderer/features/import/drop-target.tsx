/** The whole window takes files; a veil says so while they hover. */
import { FileInput } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useImports } from '../../stores/imports.ts'
import { toast } from '../../ui/toast.tsx'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Files of a drop, and the names of folders, which a browser page cannot read as one file. */
function sortDrop(transfer: DataTransfer): { files: File[]; folders: string[] } {
  const files: File[] = []
  const folders: string[] = []
  for (const item of transfer.items) {
    const file = item.getAsFile()
    if (!file) continue
    const isFolder = item.webkitGetAsEntry()?.isDirectory ?? false
    // The window hands folders over by path; only a browser cannot.
    if (isFolder && !window.mirohubPipe) folders.push(file.name)
    else files.push(file)
  }
  return { files, folders }
}

export function DropTarget() {
  const { t } = useTranslation('importing')
  const [isOver, setOver] = useState(false)
  const addFiles = useImports((state) => state.addFiles)

  useEffect(() => {
    // dragenter and dragleave also fire for every child; only the balance tells whether the pointer is inside.
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth++
      setOver(true)
    }
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    }
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      depth = 0
      setOver(false)
      const { files, folders } = sortDrop(event.dataTransfer)
      for (const name of folders) toast(t('folderInBrowser', { name }), { tone: 'error' })
      void addFiles(files)
    }
    window.addEventListener('dragenter', enter)
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragenter', enter)
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [addFiles, t])

  if (!isOver) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-70 bg-bg/90 p-4">
      <div className="flex h-full flex-col items-center justify-center gap-2 rounded-xl border-2 border-accent border-dashed">
        <FileInput className="size-8 text-accent" strokeWidth={1.4} aria-hidden />
        <p className="font-semibold text-lg">{t('dropHere')}</p>
        <p className="max-w-[460px] text-center text-ink-2 text-sm">{t('dropHint')}</p>
      </div>
    </div>
  )
}
