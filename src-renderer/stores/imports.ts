/** Running and ended imports of this hub, uploads on their way to it, and the sheet that shows them. */
import { create } from 'zustand'
import type { ImportProgressView } from '../../src-main/api/contract/imports.ts'
import { client } from '../rpc/client.ts'
import { uploadFile } from '../rpc/upload.ts'

export interface UploadView {
  id: number
  name: string
  sizeBytes: number
  sentBytes: number
  error: unknown
  cancel: () => void
}

interface ImportsStore {
  isSheetOpen: boolean
  /** Newest first, as the hub gives them. */
  jobs: ImportProgressView[]
  uploads: UploadView[]
  /** Why the last start or pick failed as a whole. */
  error: unknown
  setSheet: (open: boolean) => void
  /** Failed jobs that were on the sheet when it was closed; the rail does not repeat them. */
  seenFailures: ReadonlySet<string>
  load: () => Promise<void>
  /** Dropped or picked files: by path in the window, by upload in a browser. Opens the sheet. */
  addFiles: (files: readonly File[]) => Promise<void>
  /** Asks for files with the system's dialog. */
  pick: () => Promise<void>
  addSample: () => Promise<void>
  cancel: (jobId: string) => Promise<void>
  /** Takes an ended upload or job off the sheet; nothing in the data changes. */
  dismiss: (id: string | number) => void
}

export const isEnded = (job: ImportProgressView): boolean =>
  job.phase === 'done' || job.phase === 'failed' || job.phase === 'cancelled'

let nextUpload = 1
const followed = new Set<string>()
const dismissed = new Set<string>()

export const useImports = create<ImportsStore>()((set, get) => {
  const upsert = (job: ImportProgressView) =>
    set((state) => ({
      jobs: state.jobs.some((known) => known.jobId === job.jobId)
        ? state.jobs.map((known) => (known.jobId === job.jobId ? job : known))
        : [job, ...state.jobs],
    }))

  const follow = async (jobId: string) => {
    if (followed.has(jobId)) return
    followed.add(jobId)
    try {
      for await (const job of await client.imports.follow({ jobId })) upsert(job)
    } catch {
      // The stream broke, not the import: `load` picks it up again after the hub is back.
    } finally {
      followed.delete(jobId)
    }
  }

  const start = async (items: ({ path: string } | { upload: string })[]) => {
    const { jobs } = await client.imports.start({ items })
    for (const { jobId, path } of jobs) {
      if (!get().jobs.some((job) => job.jobId === jobId)) upsert(waitingJob(jobId, path))
      void follow(jobId)
    }
  }

  const guarded = async (act: () => Promise<void>) => {
    set({ error: null })
    try {
      await act()
    } catch (error) {
      set({ error, isSheetOpen: true })
    }
  }

  const upload = async (file: File) => {
    const control = new AbortController()
    const id = nextUpload++
    const change = (patch: Partial<UploadView>) =>
      set((state) => ({ uploads: state.uploads.map((item) => (item.id === id ? { ...item, ...patch } : item)) }))
    const view = { id, name: file.name, sizeBytes: file.size, sentBytes: 0, error: null, cancel: () => control.abort() }
    set((state) => ({ uploads: [view, ...state.uploads] }))
    try {
      const uploadId = await uploadFile({
        file,
        signal: control.signal,
        onProgress: (sentBytes) => change({ sentBytes }),
      })
      await start([{ upload: uploadId }])
      get().dismiss(id)
    } catch (error) {
      if (control.signal.aborted) get().dismiss(id)
      else change({ error })
    }
  }

  return {
    isSheetOpen: false,
    jobs: [],
    uploads: [],
    error: null,
    seenFailures: new Set(),
    setSheet: (isSheetOpen) =>
      set((state) => {
        if (isSheetOpen) return { isSheetOpen }
        const failed = state.jobs.filter((job) => job.phase === 'failed').map((job) => job.jobId)
        return { isSheetOpen, seenFailures: new Set([...state.seenFailures, ...failed]) }
      }),
    load: async () => {
      try {
        const told = (await client.imports.jobs()).filter((job) => !dismissed.has(job.jobId))
        // A job whose end was already heard does not go back to reading because this answer is older.
        const ended = new Map(get().jobs.flatMap((job) => (isEnded(job) ? [[job.jobId, job] as const] : [])))
        const jobs = told.map((job) => ended.get(job.jobId) ?? job)
        set({ jobs })
        for (const job of jobs) if (!isEnded(job)) void follow(job.jobId)
      } catch {
        // Nothing to show is not an error here; the connection banner speaks when the hub is away.
      }
    },
    addFiles: (files) =>
      guarded(async () => {
        if (files.length === 0) return
        set({ isSheetOpen: true })
        const pipe = window.mirohubPipe
        if (pipe) {
          const paths = files.map((file) => pipe.filePath(file)).filter((path) => path !== '')
          if (paths.length > 0) await start(paths.map((path) => ({ path })))
          return
        }
        // One after another: the disk and the parser are busy with one anyway.
        for (const file of files) await upload(file)
      }),
    pick: () =>
      guarded(async () => {
        if (!window.mirohubPipe) {
          await get().addFiles(await pickInBrowser())
          return
        }
        const { paths } = await client.imports.pick()
        if (paths.length === 0) return
        set({ isSheetOpen: true })
        await start(paths.map((path) => ({ path })))
      }),
    addSample: () =>
      guarded(async () => {
        set({ isSheetOpen: true })
        const { jobId } = await client.imports.addSampleData()
        void follow(jobId)
      }),
    cancel: async (jobId) => {
      await client.imports.cancel({ jobId })
    },
    dismiss: (id) => {
      if (typeof id === 'string') dismissed.add(id)
      set((state) => ({
        jobs: state.jobs.filter((job) => job.jobId !== id),
        uploads: state.uploads.filter((item) => item.id !== id),
      }))
    },
  }
})

function waitingJob(jobId: string, path: string): ImportProgressView {
  return {
    jobId,
    path,
    phase: 'waiting',
    title: null,
    part: null,
    bytesRead: 0,
    bytesTotal: null,
    records: 0,
    startedAt: new Date().toISOString(),
  }
}

function pickInBrowser(): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}
