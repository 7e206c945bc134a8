import type { PageFacts } from '../../../../model/page-facts.ts'
import type { ViewFacts } from '../../../../model/page-structure.ts'
import { chainOf, dotted, keyName, literalOf } from '../../../integrity/names.ts'
import { all, lineAt, type Node, type Source } from '../../../integrity/source.ts'
import { isButton } from './elements.ts'
import { around, inside, literal, textIn, type Ui, type UiElement } from './ui.ts'

export type CopyRole = 'heading' | 'control' | 'label' | 'error' | 'prose'

/** Words that people read, and what they are for. */
export type Copy = {
  readonly path: string
  readonly line?: number
  readonly text: string
  readonly role: CopyRole
  /** Something beside it says what to do. */
  readonly hasWayOut: boolean
  /** Sends a form. */
  readonly sends: boolean
}

const isCode = /^(?:code|pre|kbd|samp|script|style|svg|path|title|template|option)$/
const isInline = /^(?:a|b|strong|em|i|span|small|mark|abbr|time|br|sup|sub)$/
const errorName = /(?:^|[-_])(?:error|alert|danger|invalid)(?:[-_]|$)|error(?:s|message|text)?$/i

const isErrorBox = (element: UiElement): boolean =>
  literal(element, 'role') === 'alert' || element.classes.some((name) => errorName.test(name))

function roleOf(element: UiElement): CopyRole {
  const isText = !isButton(element) && !/^(?:a|label)$/.test(element.tag)
  if (isText && [element, ...around(element)].slice(0, 4).some(isErrorBox)) return 'error'
  for (let at: UiElement | null = element; at !== null; at = at.parent) {
    if (/^h[1-6]$/.test(at.tag) || (at.isComponent && /heading|title$/i.test(at.tag)))
      return 'heading'
    if (isButton(at) || /^(?:a|summary)$/.test(at.tag)) return 'control'
    if (at.isComponent && /button|link$/i.test(at.tag)) return 'control'
    if (/^(?:label|legend)$/.test(at.tag) || (at.isComponent && /label$/i.test(at.tag)))
      return 'label'
    if (!isInline.test(at.tag)) return 'prose'
  }
  return 'prose'
}

const props: Readonly<Record<string, CopyRole>> = {
  title: 'heading',
  heading: 'heading',
  label: 'label',
  placeholder: 'label',
  'aria-label': 'label',
  alt: 'prose',
  description: 'prose',
  message: 'prose',
  error: 'error',
  errormessage: 'error',
  submitlabel: 'control',
  buttontext: 'control',
  cta: 'control',
}

const wayOut = /\b(?:try again|retry|reload|refresh|go back|contact|start over)\b/i

const isNearWayOut = (element: UiElement): boolean =>
  [element, ...(element.parent === null ? [] : [element.parent])].some((each) =>
    [...inside(each)].some(
      (one) =>
        isButton(one) || one.tag === 'a' || (one.isComponent && /button|link/i.test(one.tag)),
    ),
  )

/** A heading or a control is read as a whole; everything else by its own words. */
function elementCopy(element: UiElement): readonly Copy[] {
  if (isCode.test(element.tag)) return []
  const role = roleOf(element)
  const { path, line } = element
  const sends = isButton(element) && (literal(element, 'type') ?? 'submit') === 'submit'
  const made = (text: string, as: CopyRole, at = line): Copy => ({
    path,
    line: at,
    text,
    role: as,
    hasWayOut: as === 'error' && isNearWayOut(element),
    sends,
  })
  const isWhole = role !== 'prose' && role !== 'error' && !isInline.test(element.tag)
  const words = isWhole
    ? [textIn(element)].filter((text) => text !== '').map((text) => made(text, role))
    : role !== 'prose' && role !== 'error' && element.tag !== 'a'
      ? []
      : element.words.map(({ text, line: at }) => made(text, role, at))
  const attributes = [...element.attributes].flatMap(([name, { text }]) => {
    const as = props[name]
    if (
      as === undefined ||
      text === null ||
      text.trim() === '' ||
      (name === 'title' && !element.isComponent)
    )
      return []
    return [made(text.trim(), as === 'label' && isButton(element) ? 'control' : as)]
  })
  const value = element.tag === 'input' && isButton(element) ? literal(element, 'value') : null
  return [...words, ...attributes, ...(value === null ? [] : [made(value, 'control')])]
}

const shown = /\.(?:textContent|innerText|innerHTML)$/
const speaksOfError = /\b(?:error|fail(?:ed|ure)?|wrong|invalid|could not|cannot|unable|oops)\b/i
const shows = /^(?:set|show|notify|toast|flash|announce|display|add)/i

/** The texts that an expression may come to; a name stands for the text it was set to. */
function textsOf(
  source: Source,
  node: Node,
): readonly { readonly node: Node; readonly text: string }[] {
  if (node.type === 'ConditionalExpression')
    return [...textsOf(source, node.consequent), ...textsOf(source, node.alternate)]
  if (node.type === 'LogicalExpression')
    return [...textsOf(source, node.left), ...textsOf(source, node.right)]
  if (node.type === 'Identifier') {
    const set = all(source, 'VariableDeclarator').find(
      ({ id }) => id.type === 'Identifier' && id.name === node.name,
    )?.init
    return set?.type === 'Literal' ? textsOf(source, set) : []
  }
  const text = literalOf(node) ?? technicalText(node)
  return text === null ? [] : [{ node, text }]
}

/** What a template would tell of a machine: `Error ${response.status}` as "Error status code". */
function technicalText(node: Node): string | null {
  if (node.type === 'CallExpression' && dotted(node.callee) === 'JSON.stringify') return 'JSON'
  const name = dotted(node)
  if (name.endsWith('.stack')) return 'stack trace'
  if (node.type !== 'TemplateLiteral') return null
  const isTechnical = node.expressions.some((each) =>
    /\.(?:status|statusText|stack|errno)$|^status$/.test(dotted(each)),
  )
  return isTechnical ? `${node.quasis.map(({ value }) => value.raw).join('…')} status code` : null
}

/** Messages that a script shows. */
function scriptCopy(source: Source, isWayOutNear: boolean): readonly Copy[] {
  const made = (node: Node, text: string): Copy => ({
    path: source.path,
    line: lineAt(source.text, node.start),
    text,
    role: 'error',
    hasWayOut: isWayOutNear,
    sends: false,
  })
  const called = all(source, 'CallExpression').flatMap((call) => {
    const chain = chainOf(call.callee)
    const name = chain.at(-1) ?? ''
    if (chain[0] === 'console' || /^(?:Error|isError)$/.test(name)) return []
    const isError = /error|fail|alert/i.test(name)
    return call.arguments
      .flatMap((each) => textsOf(source, each))
      .flatMap(({ node, text }) => {
        const isSaid =
          /\s|^[A-Z]/.test(text) && (isError || (shows.test(name) && speaksOfError.test(text)))
        return isSaid ? [made(node, text)] : []
      })
  })
  const assigned = all(source, 'AssignmentExpression').flatMap(({ left, right }) =>
    textsOf(source, right).flatMap(({ node, text }) => {
      const isError = /error/i.test(dotted(left)) || speaksOfError.test(text)
      return shown.test(dotted(left)) && text !== '' && isError ? [made(node, text)] : []
    }),
  )
  const fields = all(source, 'Property').flatMap(({ key, value }) => {
    const isError = /^(?:error|errorMessage)$/.test(keyName(key))
    return textsOf(source, value).flatMap(({ node, text }) =>
      (isError && /\s/.test(text)) || (keyName(key) === 'message' && speaksOfError.test(text))
        ? [made(node, text)]
        : [],
    )
  })
  return [...called, ...assigned, ...fields]
}

function pageCopy(ui: Ui, page: PageFacts): readonly Copy[] {
  const views: readonly ViewFacts[] = [...page.views.slice(-1), ...page.opened]
  const copy = (selector: string, text: string, role: CopyRole, sends = false): Copy => ({
    ...ui.placeOf(page, selector),
    text,
    role,
    hasWayOut: false,
    sends,
  })
  return views.flatMap(({ headings, controls, forms, blocks }) => [
    ...headings
      .filter(({ visible }) => visible)
      .map(({ selector, text }) => copy(selector, text, 'heading')),
    ...controls
      .filter(
        ({ visible, text, tag, role }) =>
          visible && text !== '' && (tag === 'button' || tag === 'a' || role === 'button'),
      )
      .map(({ selector, text, type, tag, inForm }) =>
        copy(selector, text, 'control', tag === 'button' && inForm !== null && type !== 'button'),
      ),
    ...forms.flatMap(({ fields }) =>
      fields.flatMap(({ selector, label, placeholder }) =>
        [label?.text, placeholder].flatMap((text) =>
          text === null || text === undefined || text === '' ? [] : [copy(selector, text, 'label')],
        ),
      ),
    ),
    ...blocks
      .filter(
        ({ visible, role, tag }) =>
          visible && role !== 'alert' && /^(?:p|li|dd|td|figcaption|blockquote)$/.test(tag),
      )
      .map(({ selector, text }) => copy(selector, text, 'prose')),
    ...blocks
      .filter(({ visible, role }) => visible && role === 'alert')
      .map(({ selector, text }) => copy(selector, text, 'error')),
  ])
}

const isClientFile = /(?:^|\/)(?:client|browser|public|frontend|ui|components|views)\//

/** All words of the track that people read. */
export function copyOf(ui: Ui): readonly Copy[] {
  const elements = ui.elements.filter(ui.isTouched)
  const inElements = elements.flatMap(elementCopy)
  const scripts = ui.scripts.filter(
    (source) =>
      ui.isTouched(source) &&
      (all(source, 'JSXElement').length > 0 ||
        isClientFile.test(source.path) ||
        all(source, 'Identifier').some(({ name }) => name === 'document')),
  )
  const inScripts = scripts.flatMap((source) =>
    scriptCopy(
      source,
      inElements.some(
        ({ path, role, text }) => path === source.path && role === 'control' && wayOut.test(text),
      ),
    ),
  )
  return [...inElements, ...inScripts, ...ui.pages.flatMap((page) => pageCopy(ui, page))].filter(
    ({ text }) => /\p{L}/u.test(text),
  )
}
