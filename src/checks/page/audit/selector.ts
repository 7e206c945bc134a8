import { attribute, childElements, type Element, has, parentOf } from './tree.ts'

type Part = { readonly combinator: string; readonly compound: string }

/** Whether a plain selector fits; one with states or pseudo-elements never does. */
export const matches = (element: Element, selector: string): boolean => {
  const parts = partsOf(selector)
  return parts !== null && fits(element, parts)
}

function partsOf(selector: string): readonly Part[] | null {
  if (/::|:(?!first-child|last-child|root)|\\/.test(selector)) return null
  const tokens = selector
    .trim()
    .replaceAll(/\s*([>+~])\s*/g, ' $1 ')
    .split(/\s+/)
  const parts: Part[] = []
  let combinator = ''
  for (const token of tokens)
    if (['>', '+', '~'].includes(token)) combinator = token
    else {
      parts.push({ combinator: parts.length === 0 ? '' : combinator || ' ', compound: token })
      combinator = ''
    }
  return parts
}

function fits(element: Element, parts: readonly Part[]): boolean {
  const last = parts.at(-1)
  if (last === undefined || !fitsCompound(element, last.compound)) return false
  const rest = parts.slice(0, -1)
  switch (last.combinator) {
    case '':
      return true
    case '>': {
      const parent = parentOf(element)
      return parent !== null && fits(parent, rest)
    }
    case ' ':
      return fitsAbove(parentOf(element), rest)
    default:
      return before(element, last.combinator).some((each) => fits(each, rest))
  }
}

const fitsAbove = (element: Element | null, parts: readonly Part[]): boolean =>
  element !== null && (fits(element, parts) || fitsAbove(parentOf(element), parts))

function before(element: Element, combinator: string): readonly Element[] {
  const parent = parentOf(element)
  const siblings = parent === null ? [] : childElements(parent)
  const earlier = siblings.slice(0, siblings.indexOf(element))
  return combinator === '+' ? earlier.slice(-1) : earlier
}

function fitsCompound(element: Element, compound: string): boolean {
  const simple = compound.match(/\*|[\w-]+|#[\w-]+|\.[\w-]+|\[[^\]]+\]|:[\w-]+/g) ?? []
  return simple.join('') === compound && simple.every((each) => fitsSimple(element, each))
}

function fitsSimple(element: Element, simple: string): boolean {
  const rest = simple.slice(1)
  switch (simple.slice(0, 1)) {
    case '*':
      return true
    case '#':
      return attribute(element, 'id') === rest
    case '.':
      return (attribute(element, 'class') ?? '').split(/\s+/).includes(rest)
    case '[': {
      const [, name = '', value] = /^\[([\w-]+)(?:=['"]?([^'"\]]*)['"]?)?\]$/.exec(simple) ?? []
      return value === undefined ? has(element, name) : attribute(element, name) === value
    }
    case ':':
      return fitsPlace(element, rest)
    default:
      return element.tagName === simple
  }
}

function fitsPlace(element: Element, name: string): boolean {
  const parent = parentOf(element)
  if (name === 'root') return element.tagName === 'html'
  const siblings = parent === null ? [element] : childElements(parent)
  return (name === 'first-child' ? siblings[0] : siblings.at(-1)) === element
}

/** How strong a plain selector is, as one number. */
export const strengthOf = (selector: string): number =>
  (selector.match(/#[\w-]+/g) ?? []).length * 10_000 +
  (selector.match(/\.[\w-]+|\[[^\]]+\]|:[\w-]+/g) ?? []).length * 100 +
  (selector.match(/(?:^|[\s>+~])[a-z][\w-]*/g) ?? []).length
