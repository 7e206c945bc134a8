import type { PageFacts } from '../../../../model/page-facts.ts'
import type { ViewFacts } from '../../../../model/page-structure.ts'
import { chainOf, dotted, keyName, literalOf } from '../../../integrity/names.ts'
import { all, is, lineAt, type Node, ownBelow, type Source } from '../../../integrity/source.ts'
import { needsBrowser } from '../../code-quality/file-kinds.ts'
import { functionsOf } from '../../../integrity/functions.ts'
import { importsOf } from './mentions.ts'
import { type Ui } from './ui.ts'

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

/** A button or link that leads out of trouble. */
const wayOut =
  /[>"'`]\s*(?:try again|retry|reload|refresh|go back|contact us|start over)[.!…]?\s*[<"'`]/i

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
    /^(?:res|resp|response|answer|reply|result|err|error|e|r|xhr)\b.*\.status$|\.(?:statusText|stack|errno)$|^status$/.test(
      dotted(each),
    ),
  )
  return isTechnical ? `${node.quasis.map(({ value }) => value.raw).join('…')} status code` : null
}

/** Messages that a script shows. */
function scriptCopy(source: Source): readonly Copy[] {
  const made = (node: Node, text: string): Copy => ({
    path: source.path,
    line: lineAt(source.text, node.start),
    text,
    role: 'error',
    hasWayOut: wayOut.test(source.text),
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
  // a function that says what went wrong
  const returned = functionsOf(source).flatMap(({ short, node }) => {
    if (!/message|error/i.test(short) || node.body === null) return []
    const values = is('BlockStatement')(node.body)
      ? [...ownBelow(node)].flatMap((each) => (is('ReturnStatement')(each) ? [each.argument] : []))
      : [node.body]
    return values.flatMap((value) =>
      value === null
        ? []
        : textsOf(source, value)
            .filter(({ text }) => /\s/.test(text))
            .map(({ node: at, text }) => made(at, text)),
    )
  })
  return [...called, ...assigned, ...fields, ...returned]
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

/** Scripts that run where people look, and what those load. */
function shownScripts(ui: Ui): ReadonlySet<string> {
  const paths = new Set(
    ui.scripts
      .filter((source) => needsBrowser(source) || isClientFile.test(source.path))
      .map(({ path }) => path),
  )
  for (const path of paths) for (const target of importsOf(ui, path)) paths.add(target)
  return paths
}

/** What a form said when it was sent empty, with something wrong, and filled in. */
const saidByForms = (ui: Ui, page: PageFacts): readonly Copy[] =>
  page.probes.forms.flatMap(({ selector, empty, wrong, valid }) =>
    [empty, wrong, valid].flatMap((tried) =>
      (tried?.shown ?? [])
        .filter((text) => speaksOfError.test(text))
        .map((text) => ({
          ...ui.placeOf(page, selector),
          text,
          role: 'error' as const,
          hasWayOut: false,
          sends: false,
        })),
    ),
  )

/** All words of the track that people read. */
export function copyOf(ui: Ui): readonly Copy[] {
  const shownAt = shownScripts(ui)
  const scripts = ui.scripts.filter((source) => ui.isTouched(source) && shownAt.has(source.path))
  return [
    ...scripts.flatMap(scriptCopy),
    ...ui.pages.flatMap((page) => [...pageCopy(ui, page), ...saidByForms(ui, page)]),
  ].filter(({ text }) => /\p{L}/u.test(text))
}
