import { canonical } from './canonical.ts'
import { isNothing } from './errors-swallowed.ts'
import type { Named } from './functions.ts'
import { plainValue, propertyOf } from './names.ts'
import { guardsIn, isRefusal } from './refusals.ts'
import { is, ownBelow, slice, type Node } from './source.ts'

/** A refusal that asks for more before it refuses, or that lost one of its reasons. */
export function narrowedGuard(before: Named, after: Named): string | null {
  const refusing = (root: Node) =>
    [...ownBelow(root)].filter(is('IfStatement')).filter(({ consequent }) => refuses(consequent))
  for (const now of refusing(after.node))
    for (const was of refusing(before.node)) {
      if (
        canonical(was.consequent) !== canonical(now.consequent) ||
        canonical(was.test) === canonical(now.test)
      )
        continue
      const [parts, old] = [partsOfTest(now.test, '&&'), canonical(was.test)]
      const isMore = parts.length > 1 && parts.includes(old)
      const [reasons, left] = [partsOfTest(was.test, '||'), partsOfTest(now.test, '||')]
      // a reason may have got a refusal of its own
      const elsewhere = new Set(refusing(after.node).flatMap(({ test }) => partsOfTest(test, '||')))
      const isFewer =
        reasons.length > left.length &&
        left.every((each) => reasons.includes(each)) &&
        reasons.some((each) => !elsewhere.has(each))
      if (isMore || isFewer) return slice(after.source, now.test).slice(0, 80)
    }
  return null
}

function partsOfTest(node: Node, operator: string): readonly string[] {
  if (node.type !== 'LogicalExpression' || node.operator !== operator) return [canonical(node)]
  return [...partsOfTest(node.left, operator), ...partsOfTest(node.right, operator)]
}

/** Whether a branch refuses: it throws, or gives back an error or a denial. */
function refuses(branch: Node): boolean {
  const inner = branch.type === 'BlockStatement' ? branch.body.at(-1) : branch
  if (inner?.type === 'ThrowStatement') return true
  if (inner?.type !== 'ReturnStatement') return false
  if (isRefusal(inner.argument)) return true
  const status = plainValue(
    propertyOf(inner.argument, 'status') ?? propertyOf(inner.argument, 'statusCode'),
  )
  return (
    (typeof status === 'number' && status >= 400) ||
    plainValue(propertyOf(inner.argument, 'ok')) === false
  )
}

/** A guard that threw and now gives back nothing. */
export function softenedGuard(before: Named, after: Named): string | null {
  const thrown = new Map(
    guardsIn(before.node)
      .filter(({ throws }) => throws)
      .map((each) => [each.test, each.node]),
  )
  for (const node of ownBelow(after.node)) {
    if (node.type !== 'IfStatement') continue
    const old = thrown.get(canonical(node.test))
    const inner =
      node.consequent.type === 'BlockStatement' ? node.consequent.body.at(-1) : node.consequent
    const isSoft =
      inner === undefined || (inner.type === 'ReturnStatement' && isNothing(inner.argument))
    if (old !== undefined && isSoft) return slice(after.source, node.test).slice(0, 60)
  }
  return null
}
