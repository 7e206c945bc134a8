import type { Issue } from '../../evaluation.ts'
import type { Operations } from './operations.ts'
import type { Schema } from './schema.ts'
import { type Column, plainName, type Place, type Table } from './table.ts'

/** What the track made, and what it is held against. */
export type Asked = {
  readonly schema: Schema
  readonly made: readonly Table[]
  readonly columns: readonly { readonly table: Table; readonly column: Column }[]
  readonly spec: string
  readonly operations: Operations
}

export const at = ({ path, line }: Place, message: string, fix: string): Issue => ({
  message,
  path,
  line,
  fix,
})

/** One fault may stand in a schema and in its migration. */
export const once = (issues: readonly Issue[]): readonly Issue[] =>
  issues.filter(
    (one, index) => issues.findIndex(({ message }) => message === one.message) === index,
  )

export const wordOf = (name: string): RegExp =>
  new RegExp(`\\b${plainName(name).slice(0, -1)}\\w{0,4}\\b`, 'i')
/** Whether a text speaks of a table, in singular or plural. */
export const mentions = (text: string, name: string): boolean => wordOf(name).test(text)
