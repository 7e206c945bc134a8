import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { validateExtraction, cleanedFile } from './extraction.ts'

const code = "import { a } from './a'\n\nexport const b = a + 1\n"

test.each([
  ['a fence', `\`\`\`ts\n${code}\`\`\``],
  [
    'a fence with words before and after',
    `Here's the file you asked for:\n\n\`\`\`typescript\n${code}\`\`\`\n\nThis should do it.\n`,
  ],
  ['a fence that never closes', `\`\`\`ts\n${code}`],
  ['a lone fence at the end', `${code}\`\`\`\n`],
  ['a lone fence and words at the end', `${code}\`\`\`\n\nI have added the constant.\n`],
  ['words at the top', `Sure, this is the new version:\n${code}`],
  [
    'a shell block before it',
    `Install it first:\n\`\`\`sh\nnpm i a\n\`\`\`\nThen use this code:\n\`\`\`ts\n${code}\`\`\`\n`,
  ],
])('code is taken out of %s', (_, answer) => {
  const { text, warnings } = cleanedFile('src/b.ts', answer)
  expect(text).toBe(code)
  expect(warnings.length).toBeGreaterThan(0)
})

test.each([
  ['plain code', 'src/b.ts', code],
  ['fences in a template', 'src/b.ts', 'export const md = `\n\\`\\`\\`ts\nx\n\\`\\`\\`\n`\n'],
  ['fences in a comment', 'src/b.ts', '/**\n * ```ts\n * x()\n * ```\n */\nexport const a = 1\n'],
  ['a document', 'README.md', '# A\n\n```sh\nnpm test\n```\n'],
  ['words that are code', 'src/b.ts', "'Here is the code.'.length\n"],
  ['data', 'data.json', '{ "a": 1 }\n'],
])('%s stays as it is', (_, path, text) => {
  expect(cleanedFile(path, text)).toEqual({ text, warnings: [] })
})

test('all sources of this project stay as they are', () => {
  for (const path of globSync('src/**/*.ts')) {
    const text = readFileSync(path, 'utf8')
    expect(cleanedFile(path, text).text === text, path).toBe(true)
    expect(validateExtraction(path, text).critical, path).toEqual([])
  }
})

test.each([
  ['a fence stands in the code', `${code}\`\`\`\n${code}`],
  ['the first line explains instead of being code', `Here is the updated file:\n${code}`],
  ['no code begins with the first character', `> quoted\n${code}`],
  ['no code begins with the first character', `* item\n${code}`],
  ['no code begins with the first character', `“${code}`],
])('it is critical that %s', (problem, text) => {
  expect(validateExtraction('a.ts', text).critical).toContain(problem)
})

test.each([
  ['lines are quoted with >', `${code}> ${code}`],
  ['there are four and more line ends in a row', `${code}\n\n\n\n${code}`],
  ['a backtick has no partner', `${code}const c = \`x\n`],
])('it is worth a warning that %s', (problem, text) => {
  const { critical, warnings } = validateExtraction('a.ts', text)
  expect(warnings).toContain(problem)
  expect(critical).toEqual([])
})
