// Writes schemas/design-intent.schema.json and docs/design-rules.md, each from its one source.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { intentSchemaText } from '../src/checks/design/intent-schema.ts'
import { rulesPage } from '../src/checks/design/rules-page.ts'

const root = resolve(import.meta.dirname, '..')
const schema = resolve(root, 'schemas/design-intent.schema.json')
writeFileSync(schema, intentSchemaText())
execFileSync(resolve(root, 'node_modules/.bin/oxfmt'), [schema])
writeFileSync(resolve(root, 'docs/design-rules.md'), rulesPage())
