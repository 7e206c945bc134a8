import type { Issue, Spec } from './spec.ts'
import type { JsonMap } from './json.ts'
import type { Schema } from './schema-walk.ts'

/** What is wrong with one schema, given its keywords. */
export type SchemaRule = (spec: Spec, schema: Schema, keywords: JsonMap) => readonly Issue[]
