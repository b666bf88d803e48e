/** The whole window takes files; a veil says so while they hover. */
import { FileInput } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newThread } from '../../stores/chat-thread.ts'
import { useImports } from '../../stores/imports.ts'
import { toast } from '../../ui/toast.tsx'
import { composerId } from '../chat/composer-focus.ts'
import { useReceive } from '../chat/composer-receive.ts'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

interface Drop {
  files: File[]
  folders: File[]
}

/** Files and folders of a drop; only the window can read a folder, by its path. */
function sortDrop(transfer: DataTransfer): Drop {
  const files: File[] = []
  const folders: File[] = []
  for (const item of transfer.items) {
    const file = item.getAsFile()
    if (!file) continue
    const isFolder = item.webkitGetAsEntry()?.isDirectory ?? false
    if (isFolder) folders.push(file)
    else files.push(file)
  }
  return { files, folders }
}

/** The chat that is open with its composer, by the key of its thread; null on every other page. */
function openChat(): string | null {
  if (document.getElementById(composerId) === null) return null
  const id = /^#\/chat\/([^/?]+)/.exec(window.location.hash)?.[1]
  return id === undefined ? newThread : decodeURIComponent(id)
}

export function DropTarget() {
  const { t } = useTranslation('importing')
  const { t: composer } = useTranslation('composer')
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
      if (!window.mirohubPipe) for (const { name } of folders) toast(t('folderInBrowser', { name }), { tone: 'error' })
      const chat = openChat()
      // A folder is an unpacked export; nothing else of it could be used.
      const imported = [...(window.mirohubPipe ? folders : []), ...(chat === null ? files : [])]
      if (imported.length > 0) void addFiles(imported)
      if (chat !== null) void useReceive.getState().receive(chat, files)
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
  const isChat = openChat() !== null
  return (
    <div className="pointer-events-none fixed inset-0 z-70 bg-bg/90 p-4">
      <div className="flex h-full flex-col items-center justify-center gap-2 rounded-xl border-2 border-accent border-dashed">
        <FileInput className="size-8 text-accent" strokeWidth={1.4} aria-hidden />
        <p className="font-semibold text-lg">{isChat ? composer('dropAttach') : t('dropHere')}</p>
        <p className="max-w-[460px] text-center text-ink-2 text-sm">
          {isChat ? composer('dropAttachHint') : t('dropHint')}
        </p>
      </div>
    </div>
  )
}
