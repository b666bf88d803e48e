/** What a person is told about where secrets are. Written for each language on its own. */
import { inLanguage } from '../config/bilingual.ts'
import { SecretError, type SecretNote } from './secret-store.ts'

export const memoryChosen: SecretNote = {
  code: 'memory-chosen',
  en: 'Secrets are kept in memory and forgotten when Mirohub stops, because MIROHUB_SECRETS is set to memory.',
  zh: '密钥只保存在内存中，Mirohub 停止后即丢失：MIROHUB_SECRETS 被设为 memory。',
}

export const fileChosen = (path: string): SecretNote => ({
  code: 'file-chosen',
  en: `Secrets are kept in ${path}, readable by you alone and not encrypted.`,
  zh: `密钥保存在 ${path}，仅你本人可读，未加密。`,
})

const noKeychain: SecretNote = {
  code: 'no-keychain',
  en: 'This computer has no keychain that Mirohub can use, so secrets are kept in memory and forgotten when Mirohub stops. To keep them, choose a key file in Settings, or set MIROHUB_SECRETS to file.',
  zh: '这台电脑没有 Mirohub 可用的钥匙串，密钥只保存在内存中，Mirohub 停止后即丢失。若要保留，请在设置中选择密钥文件，或将 MIROHUB_SECRETS 设为 file。',
}

const locked: SecretNote = {
  code: 'keychain-locked',
  en: 'The keychain is locked, so secrets are kept in memory for now and tokens made before do not work. Unlock it, then try again in Settings.',
  zh: '钥匙串已锁定，密钥暂时只保存在内存中，之前创建的令牌暂不可用。请解锁钥匙串，然后在设置中重试。',
}

const silent: SecretNote = {
  code: 'keychain-silent',
  en: 'The keychain has not answered yet, so secrets are kept in memory for now and tokens made before do not work. If it asks for a password, give it; otherwise try again in Settings.',
  zh: '钥匙串尚未响应，密钥暂时只保存在内存中，之前创建的令牌暂不可用。如果它正在询问密码，请输入；否则请在设置中重试。',
}

const refused: SecretNote = {
  code: 'keychain-refused',
  en: 'The keychain answered with an error, so secrets are kept in memory for now and tokens made before do not work. The log has its words. Try again in Settings, or choose a key file there.',
  zh: '钥匙串返回了错误，密钥暂时只保存在内存中，之前创建的令牌暂不可用。具体信息在日志中。可以在设置中重试，或改用密钥文件。',
}

export const keychainChanged: SecretNote = {
  code: 'keychain-changed',
  en: 'The keychain that is open now does not hold what Mirohub kept before: it is another one, or the data folder was moved. Access tokens made before do not work with it, and personal addresses work but cannot be shown. Open the former one and try again, or choose the keychain in Settings to go on with this one.',
  zh: '当前打开的钥匙串里没有 Mirohub 之前保存的内容：可能换了钥匙串，或移动过数据文件夹。之前创建的访问令牌在这里不可用；个人地址仍可使用，但无法再次显示。请打开原来的钥匙串后重试，或在设置中选择钥匙串，继续使用当前这一个。',
}

export const superseded: SecretNote = {
  code: 'superseded',
  en: 'The keychain is open again, and its secrets are in use. Access tokens made while it was closed no longer work: make them again. Personal addresses made then work but cannot be shown.',
  zh: '钥匙串已重新打开，正在使用其中的密钥。钥匙串关闭期间创建的访问令牌已失效，请重新创建；其间创建的个人地址仍可使用，但无法再次显示。',
}

export const safeStorageUsed = (backend: string): SecretNote => ({
  code: 'safe-storage',
  en: `No keychain was found; secrets are kept in a file that the desktop encrypts (${backend}). Only the desktop app can read it: the command line finds them while the app runs.`,
  zh: `未找到钥匙串；密钥保存在由桌面系统加密的文件中（${backend}）。只有桌面应用能读取它：应用运行时，命令行才能使用这些密钥。`,
})

const safeStorageChanged: SecretNote = {
  code: 'safe-storage-changed',
  en: 'The encrypted secrets of the desktop app cannot be used here: they were made with another key store. The file was left as it is, and secrets are kept in memory. Start the desktop as before, or choose a key file in Settings.',
  zh: '桌面应用的加密密钥在这里无法使用：它们由另一个密钥存储加密。文件保持原样，密钥暂时保存在内存中。请以原来的方式启动桌面，或在设置中选择密钥文件。',
}

const safeStorageDamaged: SecretNote = {
  code: 'safe-storage-damaged',
  en: 'The encrypted secrets of the desktop app (secrets.enc) could not be decrypted. The file was left as it is, and secrets are kept in memory. Move it away to begin anew, or choose a key file in Settings.',
  zh: '桌面应用的加密密钥文件（secrets.enc）无法解密。文件保持原样，密钥暂时保存在内存中。可将它移走后重新开始，或在设置中选择密钥文件。',
}

/** Why secrets are in memory, from the fault of the store that could not be opened. */
export function memoryBecause(error: unknown): SecretNote {
  switch (error instanceof SecretError ? error.code : 'refused') {
    case 'unavailable':
      return noKeychain
    case 'locked':
      return locked
    case 'silent':
      return silent
    case 'changed':
      return safeStorageChanged
    case 'damaged':
      return safeStorageDamaged
    default:
      return refused
  }
}

/** The note in a person's language; everything but Chinese is answered in English. */
export function noteText(note: SecretNote | null, language: string): string | null {
  return note === null ? null : inLanguage(note, language)
}
