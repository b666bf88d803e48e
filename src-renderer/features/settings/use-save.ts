/** Saves a change of the profile at once and tells when that failed. */
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { errorWords } from '../../rpc/error-words.ts'
import { type ProfilePatch, useApp } from '../../stores/app.ts'
import { toast } from '../../ui/toast.tsx'

export function useSave(): (patch: ProfilePatch) => void {
  const { t } = useTranslation('settings')
  const updateProfile = useApp((state) => state.updateProfile)
  return useCallback(
    (patch) => {
      updateProfile(patch).catch((error: unknown) => {
        const words = errorWords(error)
        toast(`${t('saveFailed')} ${words.hint ?? words.message}`, { tone: 'error' })
      })
    },
    [updateProfile, t],
  )
}
