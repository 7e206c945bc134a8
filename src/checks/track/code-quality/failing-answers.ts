import type { Named } from '../../integrity/functions.ts'
import { keyName, plainValue } from '../../integrity/names.ts'
import { is, type Node, ownBelow } from '../../integrity/source.ts'
import { functionBehind } from '../callees.ts'
import type { TrackCode } from '../track-code.ts'

const furthest = 3

/** Whether a function, or the one whose answer it hands on, waits for something and answers with `ok: false` or an error. */
export function answersFailure(code: TrackCode, { source, node }: Named, depth = 0): boolean {
  if (node.body === null || depth > furthest) return false
  const values = is('BlockStatement')(node.body)
    ? [...ownBelow(node)].flatMap((each) =>
        is('ReturnStatement')(each) && each.argument !== null ? [each.argument] : [],
      )
    : [node.body]
  const isFailure = (value: Node): boolean =>
    is('ConditionalExpression')(value)
      ? isFailure(value.consequent) || isFailure(value.alternate)
      : is('ObjectExpression')(value) &&
        value.properties.some(
          (each) =>
            is('Property')(each) &&
            ((/^(?:ok|success)$/.test(keyName(each.key)) && plainValue(each.value) !== true) ||
              /^errors?$/.test(keyName(each.key))),
        )
  if (node.async && values.some(isFailure)) return true
  return values.some((value) => {
    const call = is('AwaitExpression')(value) ? value.argument : value
    const named = is('CallExpression')(call) ? functionBehind(code, source, call.callee) : null
    return named !== null && answersFailure(code, named, depth + 1)
  })
}
