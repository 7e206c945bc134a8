import type { Assertion } from './assertions.ts'
import { canonical } from './canonical.ts'
import { literalOf, memberName, propertyOf } from './names.ts'
import { strengthOf } from './strength.ts'

export type Pair = {
  readonly was: Assertion
  readonly now: Assertion | null
  readonly sameSubject: boolean
}

/** Pairs what is left of the assertions once equal ones are put aside: by subject, then by order. */
export function pairUp(was: readonly Assertion[], now: readonly Assertion[]): readonly Pair[] {
  const texts = now.map(({ text }) => text)
  const olds = was.filter(({ text }) => {
    const at = texts.indexOf(text)
    if (at >= 0) texts.splice(at, 1)
    return at < 0
  })
  const spare = [...texts]
  const news = now.filter(({ text }) => {
    const at = spare.indexOf(text)
    if (at >= 0) spare.splice(at, 1)
    return at >= 0
  })
  const pairs: Pair[] = []
  const rest: Assertion[] = []
  for (const old of olds) {
    const subject = old.subject === null ? null : canonical(old.subject)
    const fits = (each: Assertion) =>
      subject !== null && each.subject !== null && canonical(each.subject).includes(subject)
    const same = news.findIndex((each) => fits(each) && each.matcher === old.matcher)
    const at = same < 0 ? news.findIndex(fits) : same
    const [match] = at < 0 ? [] : news.splice(at, 1)
    if (match === undefined) rest.push(old)
    else pairs.push({ was: old, now: match, sameSubject: true })
  }
  return [
    ...pairs,
    ...rest.map((old) => ({ was: old, now: news.shift() ?? null, sameSubject: false })),
  ]
}

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
