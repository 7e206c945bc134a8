import { addItems, addMember, fixOf } from './edit.ts'
import { covers, errorEdit, sharedSchema } from './error-draft.ts'
import type { Issue } from './issue.ts'
import { mapOf, textOf } from './json.ts'
import type { JsonMap } from './json.ts'
import { resolve } from './operations.ts'
import { listsOf, nameOf, positions, sizes, usualStyle } from './pagination-lists.ts'
import type { List, Style } from './pagination-lists.ts'
import { propertiesOf } from './schema-walk.ts'
import type { Spec } from './spec.ts'

/** Adds what a list lacks to be read page by page, like the other lists do it. */
export function paginationFix(spec: Spec, list: List, wanted: Style | null): Pick<Issue, 'fix'> {
  const { operation, styles, limit } = list
  const style = wanted === 'cursor' && !answersCursor(spec, list) ? null : wanted
  const parameters = modelParameters(spec, style) ?? [
    ...(styles.length === 0 ? [positionParameter(style ?? 'page')] : []),
    ...(limit === null ? [sizeParameter] : []),
  ]
  const fresh = parameters.filter(
    (one) =>
      !operation.parameters.some(
        (mine) => mine.in === 'query' && mine.name === parameterName(spec, one),
      ),
  )
  if (fresh.length === 0) return {}
  const pointer = `${operation.pointer}/parameters`
  const edits =
    operation.value['parameters'] === undefined
      ? [addMember(spec, operation.pointer, ['parameters', fresh])]
      : [addItems(spec, pointer, fresh)]
  // a query that can be wrong needs an answer that says so
  const refusal = covers(operation, '400')
    ? []
    : [
        ...(listsOf(spec)[0] === list ? sharedSchema(spec) : []),
        errorEdit(spec, operation, ['400']),
      ]
  return fixOf(`Paginate ${operation.label}`, [...edits, ...refusal])
}

// a cursor that no answer gives could never be sent
const answersCursor = (spec: Spec, { schema }: List): boolean =>
  schema !== null &&
  [...propertiesOf(spec, schema).keys()].some((name) => /next|cursor/i.test(name))

const parameterName = (spec: Spec, parameter: JsonMap): string =>
  textOf(mapOf(resolve(spec, { value: parameter, pointer: '' }).value)['name'])

/** The parameters another list of the description uses for the same. */
function modelParameters(spec: Spec, style: Style | null): readonly JsonMap[] | null {
  const model = listsOf(spec).find(
    (one) => style !== null && one.styles.includes(style) && one.limit !== null,
  )
  if (model === undefined || style === null) return null
  const wanted = model.operation.parameters.filter(
    (one) => one.in === 'query' && (positions[style].test(nameOf(one)) || sizes.test(nameOf(one))),
  )
  return wanted.map((one) =>
    one.pointer.startsWith('/components/parameters/') ? { $ref: `#${one.pointer}` } : one.value,
  )
}

/** The parameters a new list operation gets. */
export function paginationParameters(spec: Spec): readonly JsonMap[] {
  const usual = usualStyle(listsOf(spec))
  return modelParameters(spec, usual) ?? [positionParameter(usual ?? 'page'), sizeParameter]
}

function positionParameter(style: Style): JsonMap {
  switch (style) {
    case 'cursor':
      return {
        name: 'cursor',
        in: 'query',
        description: 'Where the page begins: the cursor that the page before gave.',
        schema: { type: 'string' },
      }
    case 'offset':
      return {
        name: 'offset',
        in: 'query',
        description: 'How many to skip.',
        schema: { type: 'integer', minimum: 0, default: 0 },
      }
    case 'page':
      return {
        name: 'page',
        in: 'query',
        description: 'The page to read, from 1.',
        schema: { type: 'integer', minimum: 1, default: 1 },
      }
  }
}

const sizeParameter: JsonMap = {
  name: 'limit',
  in: 'query',
  description: 'How many to answer with at most.',
  schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
}
