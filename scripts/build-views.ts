/**
 * MCP Apps views into `out/views/<name>.html`: each one file without a single address in it, because the sandbox of a
 * client loads nothing else.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { build } from 'vite'
import { inProject } from './project.ts'

const sources = inProject('src-renderer', 'views')

async function buildView(name: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      cssCodeSplit: false,
      rolldownOptions: { input: inProject('src-renderer', 'views', name, 'main.ts') },
    },
  })
  const outputs = (Array.isArray(result) ? result : 'output' in result ? [result] : []).flatMap(({ output }) => output)
  const code = outputs.flatMap((part) => (part.type === 'chunk' ? [part.code] : []))
  if (code.length !== 1) throw new Error(`the view ${name} is ${code.length} pieces of code instead of one`)
  const styles = outputs.flatMap((part) =>
    part.type === 'asset' && part.fileName.endsWith('.css') ? [part.source] : [],
  )
  return page(name, String(code[0]), styles.map(String).join('\n'))
}

function page(name: string, code: string, style: string): string {
  // An end tag inside a string of the code would end the script.
  const script = code.replaceAll('</script', '<\\/script')
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${style.replaceAll('</style', '<\\/style')}</style>
</head>
<body>
<script type="module">${script}</script>
</body>
</html>
`
}

mkdirSync(inProject('out', 'views'), { recursive: true })
for (const name of readdirSync(sources)) writeFileSync(inProject('out', 'views', `${name}.html`), await buildView(name))
