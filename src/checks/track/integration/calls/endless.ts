import { chainOf } from '../../../integrity/names.ts'
import { all, below, is, type Node } from '../../../integrity/source.ts'
import { type Part, unmet } from '../../evaluation.ts'
import { issueAt, type Project } from '../project.ts'
import { reachedFrom } from '../reach.ts'
import type { Outgoing } from './outgoing.ts'

export const isInside = (inner: Node, outer: Node): boolean =>
  inner.start >= outer.start && inner.end <= outer.end

/** `while (true)` around a request, without anything that counts or looks at the time. */
export function endlessParts(project: Project, calls: readonly Outgoing[]): readonly Part[] {
  const issues = project.touched.flatMap((source) =>
    [
      ...all(source, 'WhileStatement'),
      ...all(source, 'ForStatement'),
      ...all(source, 'DoWhileStatement'),
    ]
      .filter((loop) => {
        const { test, body } = loop
        const reached = [...reachedFrom(project, { source, node: body })]
        const asks = calls.some((call) =>
          reached.some((code) => code.source === call.source && isInside(call.node, code.node)),
        )
        const counts = [...below(loop)].some(
          (each) =>
            is('UpdateExpression')(each) ||
            (is('AssignmentExpression')(each) && /^[-+]=$/.test(each.operator)) ||
            (is('CallExpression')(each) && /\bnow$/.test(chainOf(each.callee).join('.'))),
        )
        return asks && !counts && (test === null || (is('Literal')(test) && test.value === true))
      })
      .map((loop) =>
        issueAt(
          source,
          loop,
          'the request is sent again and again, without an end',
          'Stop after a few tries, and wait between them',
        ),
      ),
  )
  return issues.length === 0 ? [] : [unmet('endless', 'requests are not repeated for ever', issues)]
}
