import type { Node } from './static/html-tree.ts'

type Step = { readonly parts: readonly string[]; readonly isChild: boolean }

/** Whether an element of a parsed page is what a plain selector means. What it cannot read never fits. */
export function nodeMatches(node: Node, selector: string): boolean {
  const steps = stepsOf(selector)
  return steps !== null && fitsFrom(node, steps, steps.length - 1)
}

const part =
  /^(?:[a-z*][\w-]*|#(?:[\w-]|\\.)+|\.(?:[\w-]|\\.)+|\[[\w:-]+(?:[$^*~|]?="(?:[^"\\]|\\.)*")?\]|:[a-z-]+(?:\(\d+\))?)/i

function stepsOf(selector: string): readonly Step[] | null {
  const steps: { parts: string[]; isChild: boolean }[] = [{ parts: [], isChild: false }]
  let rest = selector.trim()
  while (rest !== '') {
    const between = /^\s*>\s*|^\s+/.exec(rest)?.[0]
    if (between !== undefined) {
      steps.push({ parts: [], isChild: between.includes('>') })
      rest = rest.slice(between.length)
      continue
    }
    const found = part.exec(rest)?.[0]
    if (found === undefined) return null
    steps.at(-1)?.parts.push(found)
    rest = rest.slice(found.length)
  }
  return steps.every(({ parts }) => parts.length > 0) ? steps : null
}

function fitsFrom(node: Node, steps: readonly Step[], at: number): boolean {
  const step = steps[at]
  if (step === undefined || !step.parts.every((each) => fitsPart(node, each))) return false
  if (at === 0) return true
  for (let above = node.parent; above !== null; above = above.parent) {
    if (fitsFrom(above, steps, at - 1)) return true
    if (step.isChild) return false
  }
  return false
}

const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, '$1')

function fitsPart(node: Node, text: string): boolean {
  const { tag, attributes } = node
  switch (text.slice(0, 1)) {
    case '*':
      return true
    case '#':
      return attributes.get('id') === unescaped(text.slice(1))
    case '.':
      return (attributes.get('class') ?? '').split(/\s+/).includes(unescaped(text.slice(1)))
    case '[':
      return fitsAttribute(attributes, text)
    case ':':
      return fitsPlace(node, text.slice(1))
    default:
      return tag === text.toLowerCase()
  }
}

function fitsAttribute(attributes: ReadonlyMap<string, string>, text: string): boolean {
  const [, name = '', how, raw = ''] =
    /^\[([\w:-]+)(?:([$^*~|]?)="((?:[^"\\]|\\.)*)")?\]$/.exec(text) ?? []
  const has = attributes.get(name)
  if (has === undefined) return false
  const value = unescaped(raw)
  if (how === undefined) return true
  if (how === '$') return has.endsWith(value)
  if (how === '^') return has.startsWith(value)
  if (how === '*') return has.includes(value)
  return how === '~' ? has.split(/\s+/).includes(value) : has === value
}

function fitsPlace({ element, tag, parent }: Node, text: string): boolean {
  if (text === 'root') return tag === 'html'
  const [, name = '', number = '1'] = /^([a-z-]+)(?:\((\d+)\))?$/.exec(text) ?? []
  const children = (parent?.element.childNodes ?? [element]).filter((each) => 'tagName' in each)
  const same = name.endsWith('of-type')
    ? children.filter(({ tagName }) => tagName === element.tagName)
    : children
  const place = same.findIndex((each) => each === element) + 1
  if (name.startsWith('last')) return place === same.length
  return place === Number(number)
}
