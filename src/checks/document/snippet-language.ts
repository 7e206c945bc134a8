import type { MarkdownDocument } from './document.ts'

/** The language a block without a tag is written in, as far as its own text shows; `text` otherwise. */
export function guessLanguage(content: string, document: MarkdownDocument): string {
  const text = content.trim()
  const used = (names: readonly string[]) =>
    document.codes.map(({ language }) => language).find((language) => names.includes(language)) ??
    names[0]!
  if (/^[[{]/.test(text) && isJson(text)) return 'json'
  const commands = text.split('\n').filter((line) => line.trim() !== '')
  if (/[├└│]/.test(text)) return 'text'
  if (
    commands.length > 0 &&
    commands.every((line) =>
      /^\s*(?:\$ |# |(?:npm|npx|yarn|pnpm|git|cd|curl|docker|node|export|mkdir|cp|sudo|apt|brew|pip|python3?|kubectl|make|echo|cat|bun|deno)\b)/.test(
        line,
      ),
    )
  )
    return used(['sh', 'bash', 'shell'])
  if (
    /^(?:import\b.*\bfrom\b|import\s*\{|const\s|let\s|export\s|async\s+function|function\s|await\s|console\.)/m.test(
      text,
    )
  )
    return /:\s*(?:string|number|boolean)\b|\binterface\s|\btype\s+\w+\s*=/.test(text)
      ? used(['ts', 'typescript'])
      : used(['js', 'javascript'])
  if (commands.length > 1 && commands.every((line) => /^\s*(?:- |#|[\w.-]+:(?:\s|$))/.test(line)))
    return used(['yaml', 'yml'])
  if (commands.every((line) => /^(?:#.*|[A-Z][A-Z0-9_]*=.*)$/.test(line))) return 'dotenv'
  return 'text'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
