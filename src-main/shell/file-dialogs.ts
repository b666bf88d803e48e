/** Native dialogs and the file manager, for calls that the page makes through the hub. */
import { type BrowserWindow, dialog, type OpenDialogOptions, shell } from 'electron'
import type { ShellWords } from './words.ts'

export interface FileDialogs {
  /** Absolute paths that the person picked; empty when they cancelled. */
  pickFiles(): Promise<string[]>
  /** True when the file manager showed the folder. */
  openFolder(path: string): Promise<boolean>
}

/** `parent` is asked at each call: the window may be closed and made anew. */
export function createFileDialogs(parent: () => BrowserWindow | null, words: ShellWords): FileDialogs {
  return {
    async pickFiles() {
      const options: OpenDialogOptions = {
        title: words.pickFiles,
        // macOS shows files and folders in one dialog; elsewhere asking for folders would hide the files.
        properties:
          process.platform === 'darwin'
            ? ['openFile', 'openDirectory', 'multiSelections']
            : ['openFile', 'multiSelections'],
      }
      const window = parent()
      const result =
        window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options)
      return result.canceled ? [] : result.filePaths
    },
    async openFolder(path) {
      // openPath answers '' when it worked, else what went wrong.
      return (await shell.openPath(path)) === ''
    },
  }
}
