// Hands over the files of a case, whatever it is asked, and says that it is done.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const { workflow } = JSON.parse(await text(process.stdin))
const [, , folder, main] = process.argv
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  .map((path) => ({ path, content: readFileSync(join(folder, path), 'utf8') }))
const artifact = files.find(({ path }) => path === main)?.content ?? ''
const language = main?.split('.').at(-1) ?? ''
const notes = 'Done. Everything works and is fully tested.'
process.stdout.write(
  workflow !== 'reflex'
    ? JSON.stringify(workflow === 'gan' ? { files, claims: [], notes } : { files, notes })
    : language === 'md'
      ? artifact
      : `\`\`\`${language}\n${artifact}\`\`\`\n`,
)
