// The linter of this set-up: no leftovers, and every file ends with a new line.
import { readdirSync, readFileSync } from 'node:fs'

const files = readdirSync('src').map((name) => `src/${name}`)
const wrong = files.filter((path) => {
  const text = readFileSync(path, 'utf8')
  return /\bdebugger\b|console\.log\(/.test(text) || !text.endsWith('\n')
})
for (const path of wrong) console.error(`${path}:1:1: error leftover`)
process.exitCode = wrong.length > 0 ? 1 : 0
