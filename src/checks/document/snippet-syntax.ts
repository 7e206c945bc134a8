import { isJson } from '../../kit/parse.ts'
import type { CodeBlock } from './document.ts'

const scripts: Record<string, 'js' | 'jsx' | 'ts' | 'tsx'> = {
  js: 'jsx',
  javascript: 'jsx',
  mjs: 'jsx',
  cjs: 'jsx',
  node: 'jsx',
  jsx: 'jsx',
  ts: 'ts',
  typescript: 'ts',
  mts: 'ts',
  cts: 'ts',
  tsx: 'tsx',
}

/** Why a snippet cannot be read in its language, with the line inside it, or null where it can. */
export async function snippetProblem(
  code: CodeBlock,
): Promise<{ readonly message: string; readonly line: number } | null> {
  const { language, content } = code
  if (content.length > 200_000) return null
  if (language === 'json') return jsonProblem(content)
  if (language === 'yaml' || language === 'yml') return yamlProblem(content)
  if (language === 'toml') return tomlProblem(content)
  if (/^(?:sh|bash|shell|zsh)$/.test(language)) return shellProblem(content)
  const script = scripts[language]
  return script === undefined ? null : scriptProblem(content, script)
}

async function scriptProblem(content: string, lang: 'js' | 'jsx' | 'ts' | 'tsx') {
  const { parseSync } = await import('oxc-parser')
  const parses = (text: string, sourceType: 'module' | 'script' = 'module') =>
    parseSync(`snippet.${lang}`, text, { lang, sourceType }).errors
  const errors = parses(content)
  if (errors.length === 0 || parses(content, 'script').length === 0) return null
  // a reference shows bare signatures, members and types; they are complete in their own way
  const wrapped = [
    `declare function ${content}`,
    `declare class X { ${content} }`,
    `const x = ${content}`,
    `type X = ${content}`,
    `async function x() { ${content}\n }`,
  ]
  const asTypes = (text: string) =>
    parseSync('snippet.ts', text, { lang: 'ts', sourceType: 'module' }).errors.length === 0
  if (
    content.length < 5_000 &&
    (wrapped.some((text) => asTypes(text)) ||
      content
        .split('\n')
        .every((line) => line.trim() === '' || asTypes(`declare function ${line}`)))
  )
    return null
  const [first] = errors
  const offset = first?.labels[0]?.start ?? 0
  return {
    message: first?.message ?? 'does not parse',
    line: content.slice(0, offset).split('\n').length,
  }
}

function jsonProblem(content: string) {
  // notes in an example are fine; a broken structure is not
  const bare = content.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (match) =>
    match.startsWith('"') ? match : match.replace(/[^\n]/g, ' '),
  )
  try {
    JSON.parse(bare)
    return null
  } catch (error) {
    const message = error instanceof Error ? error.message : 'is not JSON'
    // JSON lines: one value per line
    if (bare.trim().split('\n').length > 1 && bare.trim().split('\n').every(isJson)) return null
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? bare.length)
    return {
      message: message.replace(/\s*\(line.*$/, '').slice(0, 120),
      line: bare.slice(0, position).split('\n').length,
    }
  }
}

async function yamlProblem(content: string) {
  const { parseAllDocuments, LineCounter } = await import('yaml')
  const lineCounter = new LineCounter()
  const documents = parseAllDocuments(content, { lineCounter, logLevel: 'silent' })
  const [first] = 'empty' in documents ? [] : documents.flatMap(({ errors }) => errors)
  return first
    ? {
        message: first.message.split('\n')[0]!.replace(/ at line.*$/, ''),
        line: lineCounter.linePos(first.pos[0]).line,
      }
    : null
}

async function tomlProblem(content: string) {
  const { parse, TomlError } = await import('smol-toml')
  try {
    parse(content)
    return null
  } catch (error) {
    return error instanceof TomlError
      ? { message: error.message.split('\n')[0]!, line: error.line }
      : { message: 'is not TOML', line: 1 }
  }
}

async function shellProblem(content: string) {
  const { parse } = await import('unbash')
  const [first] = parse(content).errors ?? []
  return first === undefined
    ? null
    : { message: first.message, line: content.slice(0, first.pos).split('\n').length }
}
