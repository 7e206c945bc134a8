// Writes schemas/design-intent.schema.json and docs/design-rules.md from their one source each.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { intentSchemaText } from '../src/checks/design/intent-schema.ts'

const root = resolve(import.meta.dirname, '..')
writeFileSync(resolve(root, 'schemas/design-intent.schema.json'), intentSchemaText())
