import { literalOf } from './names.ts'
import { below, is } from './source.ts'
import { product, spot, table, tests } from './spots.ts'

/** Files that are no code have no types of their own, so a pattern for them is fine. */
const isCode = (name: string): boolean =>
  /^\*+$|^\.{0,2}\/|^[@~#]\/|^\*.*\/|\/\*$|\.[cm]?[jt]sx?$/.test(name)

/** Modules that are declared to have any type, whatever they hold. */
export const ambientTypes = table(
  spot({
    rule: 'modules-untyped',
    in: [...product, ...tests, 'types', 'config'],
    type: 'TSModuleDeclaration',
    when: ({ id, body }) =>
      isCode(literalOf(id) ?? '-') && (body == null || [...below(body)].some(is('TSAnyKeyword'))),
    message: 'modules are declared without types',
  }),
)
