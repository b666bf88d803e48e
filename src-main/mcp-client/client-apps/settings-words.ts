/** Why a settings file was left alone, in words: what happened and what to do. Written for each language on its own. */
import type { Bilingual } from '../../config/bilingual.ts'
import type { SettingsFault, TextFault } from './settings-error.ts'

/** What happened, and what a person can do about it; an empty hint where nothing has to be done. */
export interface Told {
  readonly message: string
  readonly hint: string
}

export function settingsFaultWords(fault: SettingsFault): Bilingual<Told> {
  switch (fault.code) {
    case 'not-found': {
      const { program, file } = fault
      return {
        en: {
          message: `${program} was not found on this computer: there is no ${file} and no folder for it.`,
          hint: `Install ${program} and start it once, then try again.`,
        },
        zh: {
          message: `这台电脑上没有找到 ${program}：${file} 和它所在的文件夹都不存在。`,
          hint: `请安装 ${program} 并启动一次，然后重试。`,
        },
      }
    }
    case 'syntax':
    case 'duplicate':
    case 'wrong-type': {
      const { file, line, column } = fault
      const reason = textFaultWords(fault)
      return {
        en: {
          message: `${file} cannot be changed safely: line ${line}, column ${column}: ${reason.en}.`,
          hint: 'Nothing was changed. Open the file in an editor, mend that place and try again.',
        },
        zh: {
          message: `无法安全地修改 ${file}：第 ${line} 行第 ${column} 列，${reason.zh}。`,
          hint: '文件没有改动。请用编辑器打开它，改好这一处后重试。',
        },
      }
    }
    case 'encoding':
      return {
        en: { message: `${fault.file} is not UTF-8 text.`, hint: 'Save it as UTF-8 in an editor and try again.' },
        zh: { message: `${fault.file} 不是 UTF-8 文本。`, hint: '请在编辑器中将它另存为 UTF-8，然后重试。' },
      }
    case 'not-a-file':
      return {
        en: { message: `${fault.file} is not a file.`, hint: 'Move it away and try again.' },
        zh: { message: `${fault.file} 不是文件。`, hint: '请将它移到别处，然后重试。' },
      }
    case 'changed':
      return {
        en: { message: `${fault.file} was changed by another program just now.`, hint: 'Try again.' },
        zh: { message: `${fault.file} 刚刚被其他程序改动。`, hint: '请重试。' },
      }
    case 'too-large':
      return {
        en: {
          message: `${fault.file} is larger than ${fault.maxMegabytes} MB, which no settings file should be.`,
          hint: 'Copy the entry from the Connect page into the file by hand.',
        },
        zh: {
          message: `${fault.file} 超过 ${fault.maxMegabytes} MB，不像是设置文件。`,
          hint: '请从“连接”页面复制这一项，手动加入文件。',
        },
      }
    case 'broken-link':
      return fault.leads === 'nowhere'
        ? {
            en: {
              message: `${fault.file} is a link to something that is not there.`,
              hint: 'Mend or remove the link and try again.',
            },
            zh: { message: `${fault.file} 是一个链接，指向的文件不存在。`, hint: '请修复或删除这个链接，然后重试。' },
          }
        : {
            en: { message: `${fault.file} is a link that leads in a circle.`, hint: 'Remove the link.' },
            zh: { message: `${fault.file} 是一个循环指向自身的链接。`, hint: '请删除这个链接。' },
          }
    case 'read-only':
      return readOnlyWords[fault.what](fault.file)
    case 'no-access':
      return {
        en: {
          message: `${fault.file} could not be ${done[fault.act].en}: access was denied.`,
          hint: 'Give your account access to it, close programs that have it open, and try again.',
        },
        zh: {
          message: `无法${done[fault.act].zh} ${fault.file}：没有访问权限。`,
          hint: '请为你的帐户开放权限，关闭正在使用它的程序，然后重试。',
        },
      }
    case 'disk':
      return fault.reason === null
        ? {
            en: {
              message: `${fault.file} could not be ${done[fault.act].en}: the disk is full.`,
              hint: 'Make room and try again.',
            },
            zh: { message: `无法${done[fault.act].zh} ${fault.file}：磁盘已满。`, hint: '请腾出空间，然后重试。' },
          }
        : {
            en: {
              message: `${fault.file} could not be ${done[fault.act].en} (${fault.reason}).`,
              hint: 'Look at the file and try again.',
            },
            zh: {
              message: `无法${done[fault.act].zh} ${fault.file}（${fault.reason}）。`,
              hint: '请检查这个文件，然后重试。',
            },
          }
    case 'unsafe':
      return {
        en: {
          message: `${fault.program}'s settings are written in a way that Mirohub cannot change without touching the rest.`,
          hint: 'Nothing was changed. Copy the entry from the Connect page into the file by hand.',
        },
        zh: {
          message: `按 ${fault.program} 设置文件的写法，Mirohub 无法只改自己的一项而不动其余内容。`,
          hint: '文件没有改动。请从“连接”页面复制这一项，手动加入文件。',
        },
      }
  }
}

const done = { read: { en: 'read', zh: '读取' }, write: { en: 'written', zh: '写入' } } as const

const readOnlyWords = {
  file: (file: string) => ({
    en: { message: `${file} is read-only.`, hint: 'Allow writing to it, or copy the entry in by hand.' },
    zh: { message: `${file} 是只读的。`, hint: '请允许写入，或手动加入这一项。' },
  }),
  folder: (file: string) => ({
    en: { message: `The folder ${file} is read-only.`, hint: 'Allow writing to it and try again.' },
    zh: { message: `文件夹 ${file} 是只读的。`, hint: '请允许写入，然后重试。' },
  }),
  disk: (file: string) => ({
    en: { message: `${file} is on a read-only disk.`, hint: 'Copy the entry in by hand.' },
    zh: { message: `${file} 所在的磁盘是只读的。`, hint: '请手动加入这一项。' },
  }),
}

/** What is wrong at a place in a text, as the end of a sentence. */
export function textFaultWords(fault: TextFault): Bilingual<string> {
  if (fault.code === 'wrong-type') {
    const { key, format, found } = fault
    const { en, zh } = needed[format]
    const what = found === null ? { en: 'something else', zh: null } : kinds[found]
    const is = what.zh === null ? '' : `是${what.zh}，`
    return key === null
      ? { en: `the file holds ${what.en} where ${en} is needed`, zh: `文件内容${is}应为${zh}` }
      : { en: `"${key}" is ${what.en} where ${en} is needed`, zh: `“${key}”${is}应为${zh}` }
  }
  switch (fault.what) {
    case 'depth':
      return { en: 'it is nested too deeply', zh: '嵌套层数过多' }
    case 'json':
      return jsonWords[fault.error] ?? { en: fault.error, zh: `写法有误（${fault.error}）` }
    case 'key':
      return { en: `"${fault.key}" stands twice`, zh: `“${fault.key}”出现了两次` }
    case 'parser':
      return {
        en: fault.said,
        zh: `${fault.code === 'duplicate' ? '有重复的键' : '写法有误'}（${fault.said}）`,
      }
  }
}

const needed = {
  json: { en: 'an object { … }', zh: '对象 { … }' },
  yaml: { en: 'a map of keys', zh: '键值映射' },
  toml: { en: 'a table', zh: '表' },
} as const

const kinds = {
  array: { en: 'a list', zh: '列表' },
  string: { en: 'a text', zh: '文本' },
  number: { en: 'a number', zh: '数字' },
  boolean: { en: 'a true or false', zh: '真假值' },
  null: { en: 'null', zh: '空值 null' },
  alias: { en: 'an alias', zh: '别名' },
} as const

/** By jsonc-parser's ParseErrorCode. */
const jsonWords: Readonly<Record<string, Bilingual<string>>> = {
  InvalidSymbol: { en: 'there is a word that JSON does not know', zh: '有 JSON 不认识的词' },
  InvalidNumberFormat: { en: 'a number is not written as JSON wants it', zh: '数字的写法不符合 JSON' },
  PropertyNameExpected: { en: 'a key in double quotes is missing', zh: '缺少用双引号括起的键' },
  ValueExpected: { en: 'a value is missing', zh: '缺少值' },
  ColonExpected: { en: 'a colon is missing', zh: '缺少冒号' },
  CommaExpected: { en: 'a comma is missing', zh: '缺少逗号' },
  CloseBraceExpected: { en: 'a closing } is missing', zh: '缺少右花括号 }' },
  CloseBracketExpected: { en: 'a closing ] is missing', zh: '缺少右方括号 ]' },
  EndOfFileExpected: { en: 'something stands behind the end of the settings', zh: '设置结束之后还有内容' },
  InvalidCommentToken: { en: 'a comment is not allowed here', zh: '这里不能有注释' },
  UnexpectedEndOfComment: { en: 'a comment has no end', zh: '注释没有结束' },
  UnexpectedEndOfString: { en: 'a text has no closing quote', zh: '文本缺少右引号' },
  UnexpectedEndOfNumber: { en: 'a number has no end', zh: '数字不完整' },
  InvalidUnicode: { en: 'a \\u escape is wrong', zh: '\\u 转义有误' },
  InvalidEscapeCharacter: { en: 'a backslash stands before a wrong character', zh: '反斜杠后的字符有误' },
  InvalidCharacter: { en: 'there is a character that JSON does not allow', zh: '有 JSON 不允许的字符' },
}
