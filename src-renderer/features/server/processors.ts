/** What can be done to results before anyone sees them; the ids are the hub's. */
export const processorIds = ['html-to-text', 'trim-long-fields', 'json-only', 'redact-emails'] as const
