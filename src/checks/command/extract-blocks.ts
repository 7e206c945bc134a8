import { fencedBlocks } from '../fenced-blocks.ts'

const mostBlocks = 500

const extensions: Readonly<Record<string, string>> = {
  bash: 'sh',
  'c++': 'cpp',
  csharp: 'cs',
  golang: 'go',
  javascript: 'js',
  kotlin: 'kt',
  markdown: 'md',
  python: 'py',
  python3: 'py',
  ruby: 'rb',
  rust: 'rs',
  shell: 'sh',
  typescript: 'ts',
  yml: 'yaml',
  zsh: 'sh',
}

/** The extension of a file that holds code of this language. */
export function extensionOf(language: string): string {
  const name = /^[a-z0-9+#_-]{1,20}$/.test(language) ? language : 'txt'
  return Object.hasOwn(extensions, name) ? (extensions[name] ?? name) : name
}

/**
 * The artifact's fenced blocks as files `blocks/<n>.<lang>`, counted from 1. A long name such as
 * `python` is there twice, as written and as the extension its tools expect.
 */
export function extractBlocks(artifact: string): Readonly<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const [index, { language, content }] of fencedBlocks(artifact)
    .slice(0, mostBlocks)
    .entries()) {
    const extension = extensionOf(language)
    files[`blocks/${index + 1}.${extension}`] = content
    if (Object.hasOwn(extensions, language)) files[`blocks/${index + 1}.${language}`] = content
  }
  return files
}
