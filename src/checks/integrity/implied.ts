import type { Assertion } from './assertions.ts'
import { canonical } from './canonical.ts'
import { literalOf, memberName, propertyOf } from './names.ts'
import { strengthOf } from './strength.ts'

/** Whether what an assertion said is part of a stronger one: `length` beside a full comparison. */
export const isImplied = (gone: Assertion, now: readonly Assertion[]): boolean =>
  gone.subject !== null &&
  now.some((each) => {
    if (each.subject === null || gone.subject === null) return false
    const [was, is_] = [canonical(gone.subject), canonical(each.subject)]
    // the same thing asked twice may have changed in between, so both answers count
    if (was === is_) return strengthOf(each) >= 88 && strengthOf(gone) < strengthOf(each) - 8
    return (strengthOf(each) >= 88 && was.includes(is_)) || saysProperty(gone, each)
  })

/** `expect(x.ok).toBe(true)` is part of `expect(x).toMatchObject({ ok: true, … })`. */
function saysProperty(gone: Assertion, now: Assertion): boolean {
  if (gone.subject?.type !== 'MemberExpression' || now.subject === null || now.negated) return false
  if (canonical(gone.subject.object) !== canonical(now.subject)) return false
  const name = memberName(gone.subject)
  const [wanted] = gone.args
  const [first, second] = now.args
  const said =
    now.matcher === 'toHaveProperty' && literalOf(first) === name ? second : propertyOf(first, name)
  return said != null && wanted !== undefined && canonical(said) === canonical(wanted)
}
