import type { Member, Parameter, Shape } from './export-shape.ts'

export type Difference = { readonly kind: 'breaking' | 'additive'; readonly detail: string }

/** What changed for those who use a name, as they would notice it. */
export function compareShapes(before: Shape, after: Shape): readonly Difference[] {
  if (before.kind === 'passed on' || after.kind === 'passed on') return []
  if (before.kind === 'several' || after.kind === 'several') return compareTexts(before, after)
  if (before.kind !== after.kind) return compareKinds(before, after)
  if (before.kind === 'function' && after.kind === 'function')
    return compareFunctions(before, after)
  if ('members' in before && 'members' in after)
    return compareMembers(before.members, after.members, before.kind)
  return before.text === after.text ? [] : [typeChange('its type', before.text, after.text)]
}

const breaking = (detail: string): Difference => ({ kind: 'breaking', detail })
const additive = (detail: string): Difference => ({ kind: 'additive', detail })

/** A type written in another way is still a type; a value that became a type is gone at run time. */
function compareKinds(before: Shape, after: Shape): readonly Difference[] {
  const isType = ({ kind }: Shape) => kind === 'interface' || kind === 'type'
  if (isType(before) && isType(after)) return [additive('it is written as another kind of type')]
  // a value without a written type may be anything
  if (after.kind === 'value' && after.text === '') return []
  if (before.kind === 'value' && before.text === '') return []
  return [breaking(`it was a ${before.kind} and is a ${after.kind}`)]
}

function compareTexts(before: Shape, after: Shape): readonly Difference[] {
  const texts = (shape: Shape) => (shape.kind === 'several' ? shape.texts : [shape.text])
  const lost = texts(before).filter((text) => !texts(after).includes(text))
  const gained = texts(after).filter((text) => !texts(before).includes(text))
  return [
    ...lost.map((text) => breaking(`a form of it is gone: ${text}`)),
    ...gained.map((text) => additive(`a form of it is new: ${text}`)),
  ]
}

type FunctionShape = Extract<Shape, { kind: 'function' }>

function compareFunctions(before: FunctionShape, after: FunctionShape): readonly Difference[] {
  const differences: Difference[] = []
  const count = Math.max(before.parameters.length, after.parameters.length)
  for (let at = 0; at < count; at += 1)
    differences.push(...compareParameter(before.parameters[at], after.parameters[at]))
  if (before.isAsync !== after.isAsync && !returnsPromise(before, after))
    differences.push(
      breaking(`it ${after.isAsync ? 'returns a promise now' : 'returns no promise any more'}`),
    )
  else if (before.returns !== null && after.returns !== null && before.returns !== after.returns)
    differences.push(returnChange(before.returns, after.returns))
  return differences
}

const returnsPromise = (before: FunctionShape, after: FunctionShape): boolean =>
  before.returns !== null && before.returns === after.returns

function compareParameter(
  before: Parameter | undefined,
  after: Parameter | undefined,
): readonly Difference[] {
  if (before === undefined && after !== undefined)
    return after.optional || after.rest
      ? [additive(`the parameter ${after.name} is new and optional`)]
      : [breaking(`the parameter ${after.name} is new and required`)]
  if (after === undefined) return [breaking(`the parameter ${before?.name ?? ''} is gone`)]
  if (before === undefined) return []
  if ((before.optional || before.rest) && !after.optional && !after.rest)
    return [breaking(`the parameter ${after.name} is required now`)]
  const differs = before.type !== null && after.type !== null && before.type !== after.type
  return differs ? [parameterChange(after.name, before.type ?? '', after.type ?? '')] : []
}

const membersOfUnion = (type: string): ReadonlySet<string> =>
  new Set(type.split('|').map((part) => part.trim()))

const isWithin = (narrow: string, wide: string): boolean => {
  const all = membersOfUnion(wide)
  return [...membersOfUnion(narrow)].every((part) => all.has(part))
}

// names may stand for the same type; these words stand for themselves
const isPlain = (type: string): boolean =>
  /^(?:(?:string|number|boolean|bigint|symbol|null|undefined|void|never|Promise|Array|true|false|\d+|'[^']*'|"[^"]*")|[\s|[\]<>()])+$/.test(
    type,
  )

function parameterChange(name: string, before: string, after: string): Difference {
  if (isWithin(before, after)) return additive(`the parameter ${name} takes more: ${after}`)
  return typeChange(`the parameter ${name}`, before, after)
}

function returnChange(before: string, after: string): Difference {
  if (isWithin(after, before)) return additive(`it returns less than before: ${after}`)
  if (isWithin(before, after)) return breaking(`it may return more than before: ${after}`)
  return typeChange('what it returns', before, after)
}

const typeChange = (what: string, before: string, after: string): Difference =>
  isPlain(before) && isPlain(after)
    ? breaking(`${what} was ${before} and is ${after}`)
    : additive(`${what} is written as ${after}, before as ${before}`)

function compareMembers(
  before: ReadonlyMap<string, Member>,
  after: ReadonlyMap<string, Member>,
  kind: string,
): readonly Difference[] {
  const differences: Difference[] = []
  for (const [name, member] of before) {
    const now = after.get(name)
    if (now === undefined) differences.push(breaking(`the member ${name} is gone`))
    else if (member.text !== now.text) differences.push(additive(`the member ${name} has changed`))
  }
  for (const [name, { optional }] of after)
    if (!before.has(name)) {
      const required = kind === 'interface' && !optional ? ' and required' : ''
      differences.push(additive(`the member ${name} is new${required}`))
    }
  return differences
}
