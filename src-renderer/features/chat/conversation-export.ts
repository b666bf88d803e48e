/** Saves a conversation as a file: a document to read, or everything with its calls. */
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../format/save-file.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { toast } from '../../ui/toast.tsx'

export type ConversationFormat = 'markdown' | 'json'

/** Resolves when the file is handed over, or when it was said why not. */
export function useConversationExport(): (conversationId: string, format: ConversationFormat) => Promise<void> {
  const { t } = useTranslation('composer')
  return async (conversationId, format) => {
    try {
      const { fileName, mime, text } = await client.chat.export({ conversationId, format })
      saveFile(fileName, new Blob([text], { type: mime }))
    } catch (error) {
      toast(`${t('exportFailed')} ${errorWords(error).message}`, { tone: 'error' })
    }
  }
}
