/** The files of a run (agents/files) as tools: list, read, write, edit, find and search. */
import type { FileEntry, FileSpace } from '../../files/types.ts'
import { booleanArgument, numberArgument, textArgument } from './arguments.ts'
import { failed, type OfferedTool, type ToolReply } from './offered-tool.ts'
import { untrusted } from './untrusted-text.ts'

/** Lines that a read hands over where the model asks for no number. */
const READ_LINES = 400
const MATCHES = 200
const ENTRIES = 500

const path = { type: 'string', description: 'Absolute path, such as /uploads/report.pdf.' }

export function fileTools(files: FileSpace): OfferedTool[] {
  return [list(files), read(files), write(files), edit(files), find(files), search(files)]
}

/** For small models: what is needed to read what the person attached. */
export function readingTools(files: FileSpace): OfferedTool[] {
  return [list(files), read(files)]
}

function list(files: FileSpace): OfferedTool {
  return {
    name: 'ls',
    description:
      'Lists a folder. /uploads: files of this conversation; /library: the person’s imported files; /memories: notes about the person; /skills: how to do kinds of work; everything else: your own scratch files.',
    inputSchema: schema({ path: { type: 'string', description: 'Absolute path of the folder; / for all.' } }),
    isReadOnly: true,
    async run(args) {
      const where = textArgument(args, 'path', 'file_path') ?? '/'
      const found = await files.ls(where)
      if (!found.ok) return failed(found.code, found.message)
      return listed(found.entries, `Nothing is in ${where}.`)
    },
  }
}

function read(files: FileSpace): OfferedTool {
  return {
    name: 'read_file',
    description: `Reads a file, documents (PDF, Word, Excel) as text. ${READ_LINES} lines unless you ask for more; go on with offset where the answer says so.`,
    inputSchema: schema(
      {
        file_path: path,
        offset: { type: 'integer', description: 'Lines to skip.' },
        limit: { type: 'integer', description: 'Most lines.' },
      },
      ['file_path'],
    ),
    isReadOnly: true,
    async run(args) {
      const where = textArgument(args, 'file_path', 'path')
      if (where === null) return missing('file_path')
      const offset = Math.max(0, Math.trunc(numberArgument(args, 'offset') ?? 0))
      const limit = Math.min(2_000, Math.max(1, Math.trunc(numberArgument(args, 'limit') ?? READ_LINES)))
      const got = await files.read(where, offset, limit)
      if (!got.ok) return failed(got.code, got.message)
      const { content } = got
      if (content.kind === 'binary')
        return {
          ok: true,
          text: `${where} (${content.mime}) follows as it is.`,
          preview: { path: where, mime: content.mime, bytes: content.bytes.length },
          native: [{ mime: content.mime, base64: Buffer.from(content.bytes).toString('base64') }],
        }
      const { text, startLine, endLine, totalLines, nextOffset } = content
      if (text === '') return { ok: true, text: `${where} is empty.`, preview: { path: where, text: '' } }
      const more = nextOffset === null ? '' : `; go on with offset ${nextOffset}`
      return {
        ok: true,
        text: `[${where}, lines ${startLine} to ${endLine} of ${totalLines}${more}]\n${ofDocument(where) ? untrusted(where, text) : text}`,
        preview: { path: where, text: text.slice(0, 16_000), lines: totalLines },
        ...(text.length > 16_000 ? { truncated: true } : {}),
      }
    },
  }
}

function write(files: FileSpace): OfferedTool {
  return {
    name: 'write_file',
    description:
      'Writes a whole text file; what was there is replaced. Notes about the person go to /memories/ and are kept only when the person agrees.',
    inputSchema: schema({ file_path: path, content: { type: 'string', description: 'The whole text.' } }, [
      'file_path',
      'content',
    ]),
    isReadOnly: false,
    async run(args) {
      const where = textArgument(args, 'file_path', 'path')
      const text = textArgument(args, 'content', 'text')
      if (where === null) return missing('file_path')
      if (text === null) return missing('content')
      const done = await files.write(where, text)
      return done.ok
        ? { ok: true, text: `Written: ${done.path}`, preview: { path: done.path, characters: text.length } }
        : failed(done.code, done.message)
    },
  }
}

function edit(files: FileSpace): OfferedTool {
  return {
    name: 'edit_file',
    description: 'Replaces a text in a file. The old text must stand there exactly, once unless replace_all is true.',
    inputSchema: schema(
      {
        file_path: path,
        old_string: { type: 'string', description: 'What stands there now.' },
        new_string: { type: 'string', description: 'What shall stand there.' },
        replace_all: { type: 'boolean', description: 'Every place.' },
      },
      ['file_path', 'old_string', 'new_string'],
    ),
    isReadOnly: false,
    async run(args) {
      const where = textArgument(args, 'file_path', 'path')
      const before = textArgument(args, 'old_string')
      const after = textArgument(args, 'new_string')
      if (where === null) return missing('file_path')
      if (before === null || before === '') return missing('old_string')
      if (after === null) return missing('new_string')
      const done = await files.edit(where, before, after, booleanArgument(args, 'replace_all'))
      return done.ok
        ? {
            ok: true,
            text: `Replaced in ${done.path}: ${done.occurrences}`,
            preview: { path: done.path, occurrences: done.occurrences },
          }
        : failed(done.code, done.message)
    },
  }
}

function find(files: FileSpace): OfferedTool {
  return {
    name: 'glob',
    description: 'Finds files by a pattern of their path, such as /uploads/**/*.pdf.',
    inputSchema: schema(
      { pattern: { type: 'string' }, path: { type: 'string', description: 'Folder to look in; / by default.' } },
      ['pattern'],
    ),
    isReadOnly: true,
    async run(args) {
      const pattern = textArgument(args, 'pattern')
      if (pattern === null) return missing('pattern')
      const found = await files.glob(pattern, textArgument(args, 'path') ?? '/')
      return found.ok ? listed(found.entries, `No file matches ${pattern}.`) : failed(found.code, found.message)
    },
  }
}

function search(files: FileSpace): OfferedTool {
  return {
    name: 'grep',
    description:
      'Searches the text of files and documents: a case-insensitive regular expression, or the words as they stand.',
    inputSchema: schema(
      {
        pattern: { type: 'string' },
        path: { type: 'string', description: 'Folder or file; / by default.' },
        glob: { type: 'string', description: 'Only files whose path matches, such as *.md.' },
      },
      ['pattern'],
    ),
    isReadOnly: true,
    async run(args) {
      const pattern = textArgument(args, 'pattern')
      if (pattern === null) return missing('pattern')
      const found = await files.grep(
        pattern,
        textArgument(args, 'path') ?? '/',
        textArgument(args, 'glob') ?? undefined,
        MATCHES,
      )
      if (!found.ok) return failed(found.code, found.message)
      if (found.matches.length === 0) return { ok: true, text: `Nothing matches ${pattern}.`, preview: { matches: [] } }
      const lines = found.matches.map((match) => `${match.path}:${match.line}: ${match.text}`)
      const rest = found.isCut ? '\n[There are more; narrow the search.]' : ''
      return {
        ok: true,
        text:
          (found.matches.some((match) => ofDocument(match.path))
            ? untrusted('files', lines.join('\n'))
            : lines.join('\n')) + rest,
        preview: { matches: found.matches },
        ...(found.isCut ? { truncated: true } : {}),
      }
    },
  }
}

/** Files that came from outside: whoever wrote them may speak to the model. */
function ofDocument(path: string): boolean {
  return /^\/(uploads|library)\//.test(path)
}

function listed(entries: readonly FileEntry[], nothing: string): ToolReply {
  if (entries.length === 0) return { ok: true, text: nothing, preview: { entries: [] } }
  const shown = entries.slice(0, ENTRIES)
  const lines = shown.map(({ path: at, isDirectory, bytes }) => (isDirectory ? `${at}/` : `${at} (${bytes} bytes)`))
  const rest = entries.length - shown.length
  return {
    ok: true,
    text: lines.join('\n') + (rest > 0 ? `\n[${rest} more]` : ''),
    preview: { entries: shown },
    ...(rest > 0 ? { truncated: true } : {}),
  }
}

function missing(name: string): ToolReply {
  return failed('invalid_arguments', `${name} is missing.`)
}

function schema(properties: Readonly<Record<string, unknown>>, required: readonly string[] = []) {
  return { type: 'object', properties, required, additionalProperties: false }
}
