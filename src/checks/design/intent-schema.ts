import { z } from 'zod'
import { DesignIntent } from './intent.ts'

/** The contract of intent.json as JSON Schema 2020-12, for editors and other tools. */
export function intentSchemaText(): string {
  const { $schema, ...rest } = z.toJSONSchema(DesignIntent, { target: 'draft-2020-12' })
  const schema = {
    $schema,
    $id: 'urn:loopwright:design-intent:1.0.0',
    title: 'Design intent',
    description: 'The design of one feature: the single source of truth of the design phase.',
    ...rest,
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}
