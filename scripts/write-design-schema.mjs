// Writes schemas/design-intent.schema.json and docs/design-rules.md, each from its one source.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import './need-node.mjs'

const { intentSchemaText } = await import('../src/checks/design/intent-schema.ts')
const { rulesPage } = await import('../src/checks/design/rules-page.ts')

const root = resolve(import.meta.dirname, '..')
const schema = resolve(root, 'schemas/design-intent.schema.json')
writeFileSync(schema, intentSchemaText())
execFileSync(resolve(root, 'node_modules/.bin/oxfmt'), [schema])
writeFileSync(resolve(root, 'docs/design-rules.md'), rulesPage())
