/** What the native parts say. The page has its own words; these exist before it and outside it. */
export interface ShellWords {
  readonly newChat: string
  readonly settings: string
  readonly palette: string
  readonly toggleList: string
  readonly shortcuts: string
  readonly file: string
  readonly view: string
  readonly help: string
  readonly about: string
  readonly openOutside: string
  readonly open: string
  readonly cancel: string
  readonly pickFiles: string
  readonly cannotStart: string
}

const english: ShellWords = {
  newChat: 'New Chat',
  settings: 'Settings…',
  palette: 'Go to…',
  toggleList: 'Show or Hide List',
  shortcuts: 'Keyboard Shortcuts',
  file: 'File',
  view: 'View',
  help: 'Help',
  about: 'About Mirohub',
  openOutside: 'Open this address outside Mirohub?',
  open: 'Open',
  cancel: 'Cancel',
  pickFiles: 'Choose files to import',
  cannotStart: 'Mirohub cannot start',
}

const chinese: ShellWords = {
  newChat: '新对话',
  settings: '设置…',
  palette: '快速前往…',
  toggleList: '显示或隐藏列表',
  shortcuts: '键盘快捷键',
  file: '文件',
  view: '显示',
  help: '帮助',
  about: '关于 Mirohub',
  openOutside: '要在 Mirohub 之外打开这个地址吗?',
  open: '打开',
  cancel: '取消',
  pickFiles: '选择要导入的文件',
  cannotStart: 'Mirohub 无法启动',
}

/** `locale` as the system gives it, for example 'zh-CN' or 'en-GB'. */
export function shellWords(locale: string): ShellWords {
  return locale.toLowerCase().startsWith('zh') ? chinese : english
}
