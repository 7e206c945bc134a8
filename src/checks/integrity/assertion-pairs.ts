import type { Assertion } from './assertions.ts'
import { canonical } from './canonical.ts'

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
