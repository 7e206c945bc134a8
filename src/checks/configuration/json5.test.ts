import { expect, test } from 'vitest'
import { projectOf, tools } from '../../../bench/document-defects-report.ts'
import { checks } from './catalog.ts'
import { readFile } from './read-configuration.ts'

const written = `// when to look
{
  extends: [
    'config:recommended',
    "schedule:earlyMondays",
  ],
  'pip-compile': { enabled: true, pattern: '/\\\\.txt$/', says: 'it\\'s "so"' },
  limit: +.5, mask: 0xFF, long: 'a\\
b', /* the last */
}
`

test('[CONF-10] what only JSON5 knows is read, each setting in its line', async () => {
  const { units } = await readFile({ path: '.github/renovate.json5', text: written, hint: '' })
  const [unit] = units
  expect(unit?.problems).toEqual([])
  const set = unit?.entries.flatMap(({ path, value, line, start, end }) =>
    value === undefined ? [] : [[path.join('.'), value, line, written.slice(start, end)]],
  )
  expect(set).toEqual([
    ['extends.0', 'config:recommended', 4, "'config:recommended'"],
    ['extends.1', 'schedule:earlyMondays', 5, '"schedule:earlyMondays"'],
    ['pip-compile.enabled', true, 7, 'true'],
    ['pip-compile.pattern', '/\\.txt$/', 7, "'/\\\\.txt$/'"],
    ['pip-compile.says', 'it\'s "so"', 7, `'it\\'s "so"'`],
    ['limit', 0.5, 8, '+.5'],
    ['mask', 255, 8, '0xFF'],
    ['long', 'ab', 8, "'a\\\nb'"],
  ])
})

test.each([
  ['renovate.json5', written, 'pass'],
  ['renovate.json5', '{ extends: [ }', 'fail'],
  ['renovate.json5', '{ extends: ["a"], extends: ["b"] }', 'fail'],
])('[CONF-10] %s that holds %s: %s', async (path, text, verdict) => {
  const artifact = `\`\`\`\`json5 ${path}\n${text}\n\`\`\`\`\n`
  const subject = { artifact, task: { prompt: '', ideal_result: '' }, project: projectOf({}) }
  const [syntax] = await Promise.all(checks.slice(0, 1).map((check) => check.run(subject, tools)))
  expect(syntax?.verdict).toBe(verdict)
})
