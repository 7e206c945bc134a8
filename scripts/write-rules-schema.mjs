// Writes schemas/loopwright.rules.schema.json from the schema that reads rules.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import './need-node.mjs'

const { ruleSchemaText } = await import('../src/model/own-rule.ts')

const root = resolve(import.meta.dirname, '..')
const schema = resolve(root, 'schemas/loopwright.rules.schema.json')
writeFileSync(schema, ruleSchemaText())
execFileSync(resolve(root, 'node_modules/.bin/oxfmt'), [schema])
