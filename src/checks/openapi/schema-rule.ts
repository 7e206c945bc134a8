import type { Issue } from './issue.ts'
import type { JsonMap } from './json.ts'
import type { Schema } from './schema-walk.ts'
import type { Spec } from './spec.ts'

/** What is wrong with one schema, given its keywords. */
export type SchemaRule = (spec: Spec, schema: Schema, keywords: JsonMap) => readonly Issue[]
