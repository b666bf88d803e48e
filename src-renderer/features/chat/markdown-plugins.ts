/** The Markdown we read: GitHub's tables, strikethrough, task lists and bare addresses. */
import { defaultRemarkPlugins } from 'streamdown'

/** The same list for every piece: a processor is made once a list. */
export const markdownPlugins = Object.values(defaultRemarkPlugins)
