// Writes docs/page-rules.md from the rules about pages.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import './need-node.mjs'

const { pageRulesText } = await import('../src/check/page/rules-text.ts')

writeFileSync(resolve(import.meta.dirname, '..', 'docs/page-rules.md'), pageRulesText())
