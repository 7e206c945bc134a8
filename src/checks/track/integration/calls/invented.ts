import { keyName, literalOf } from '../../../integrity/names.ts'
import { all, is, type Node, ownBelow, type Source, type Typed } from '../../../integrity/source.ts'
import type { Issue } from '../../evaluation.ts'
import { functionAround, issueAt } from '../project.ts'
import type { Outgoing } from './outgoing.ts'

type Answer = Typed<'ObjectExpression'>

/** A catch around a request that gives back what a good answer would be, with values that nobody sent. */
export const inventedAnswers = (calls: readonly Outgoing[]): readonly Issue[] =>
  calls.flatMap(({ source, node }) => {
    const around = functionAround(source, node)
    const handlers = around === null ? [] : [...ownBelow(around)].filter(is('CatchClause'))
    return handlers.flatMap((handler) =>
      returnedIn(handler.body)
        .filter((answer) => isConstant(answer) && isLikeGood(source, answer))
        .map((answer) =>
          issueAt(
            source,
            answer,
            'when the request fails, an answer is made up',
            'Tell the caller that it is not known, and let it decide',
          ),
        ),
    )
  })

const returnedIn = (node: Node): readonly Answer[] =>
  [...ownBelow(node)].flatMap((each) =>
    is('ReturnStatement')(each) && is('ObjectExpression')(each.argument) ? [each.argument] : [],
  )

const valuesOf = ({ properties }: Answer): readonly (readonly [string, Node])[] =>
  properties.flatMap((each) => (is('Property')(each) ? [[keyName(each.key), each.value]] : []))

const isConstant = (answer: Answer): boolean => {
  const values = valuesOf(answer).map(([, value]) => value)
  return values.length > 1 && values.every((value) => is('Literal')(value)) && values.some(isData)
}

const isData = (node: Node): boolean =>
  is('Literal')(node) && typeof node.value === 'number' && node.value > 0

/** Another object of the file has the same fields and the same mark, and real values. */
const isLikeGood = (source: Source, answer: Answer): boolean =>
  all(source, 'ObjectExpression').some((other) => {
    const own = valuesOf(answer)
    const good = new Map(valuesOf(other))
    return (
      other !== answer &&
      good.size === own.length &&
      own.every(([name]) => good.has(name)) &&
      own.some(([name]) => !is('Literal')(good.get(name))) &&
      own.every(([name, value]) => {
        const twin = good.get(name)
        return !is('Literal')(twin) || literalOf(twin) === literalOf(value)
      })
    )
  })
