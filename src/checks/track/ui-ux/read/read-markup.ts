import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { readCss } from './read-css.ts'
import type { Attribute, Style, UiElement } from './ui.ts'

/** Stands where a value is put in when the page is made. */
export const hole = '\uFFFC'

export type Block = {
  readonly tag: 'script' | 'style'
  readonly attributes: string
  readonly text: string
  readonly line: number
}

const blanked = (text: string): string => text.replaceAll(/[^\n]/g, ' ')
const linesBefore = (text: string, at: number): number => text.slice(0, at).split('\n').length - 1

/** The scripts and style sheets that stand in a page or a component. */
export const blocksOf = (text: string): readonly Block[] =>
  [...text.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi)].map((match) => ({
    tag: match[1]?.toLowerCase() === 'style' ? 'style' : 'script',
    attributes: match[2] ?? '',
    text: match[3] ?? '',
    line: 1 + linesBefore(text, match.index + match[0].indexOf('>') + 1),
  }))

const isComponentFile = /\.(?:vue|svelte|astro)$/

/** The markup alone, with a hole for everything that is computed. Lines stay where they are. */
function markupOf(path: string, text: string): string {
  const bare = text
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, blanked)
    .replaceAll(/<!--[\s\S]*?-->/g, blanked)
    .replaceAll(/^---\n[\s\S]*?\n---$/gm, (part) =>
      path.endsWith('.astro') ? blanked(part) : part,
    )
    .replaceAll(/<%[\s\S]*?%>|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, filled)
  if (!isComponentFile.test(path)) return bare
  const template = path.endsWith('.vue') ? vueTemplate(bare) : withoutBraces(bare)
  return template.replaceAll(
    /<([\w.-]+)((?:"[^"]*"|'[^']*'|[^>"'])*?)\/>/g,
    (_all, tag: string, rest: string) => `<${tag}${rest}></${tag}>`,
  )
}

const filled = (part: string): string => hole + part.replaceAll(/[^\n]/g, '')

function vueTemplate(text: string): string {
  const match = /^<template\b[^>]*>([\s\S]*)^<\/template>/m.exec(text)
  const inner = match?.[1] ?? ''
  const at = (match?.index ?? 0) + (match?.[0].indexOf('>') ?? 0) + 1
  return match === null ? '' : blanked(text.slice(0, at)) + inner
}

/** `{…}` as Svelte and Astro write it, nested braces included. */
function withoutBraces(text: string): string {
  let result = ''
  let from = 0
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', from)) {
    let depth = 0
    let end = at
    for (; end < text.length; end++) {
      if (text[end] === '{') depth++
      if (text[end] === '}' && --depth === 0) break
    }
    const isValue = text[at - 1] === '='
    const said = text.slice(at + 1, end).replaceAll(/["'<>]/g, '')
    result += text.slice(from, at) + (isValue ? `"${hole}${said}"` : filled(text.slice(at, end)))
    from = end + 1
  }
  return result + text.slice(from)
}

export type Markup = {
  readonly elements: readonly UiElement[]
  readonly styles: readonly Style[]
}

/** The elements of a page, a component or a piece of either. */
export async function readMarkup(path: string, text: string, line = 1): Promise<Markup> {
  const { parse, parseFragment } = await import('parse5')
  const source = markupOf(path, text)
  const options = { sourceCodeLocationInfo: true } as const
  const root: Tree.ParentNode = /<html\b|<!doctype/i.test(source)
    ? parse(source, options)
    : parseFragment(source, options)
  const elements: UiElement[] = []
  const visit = (nodes: readonly Tree.ChildNode[], parent: UiElement | null, depth: number) => {
    for (const node of nodes) {
      if (!('tagName' in node) || depth > 200) continue
      const at = node.sourceCodeLocation
      // what a parser adds on its own was not written by anybody
      if (at === null || at === undefined) {
        visit(node.childNodes, parent, depth + 1)
        continue
      }
      const element = elementOf(node, { path, source, line, parent })
      elements.push(element)
      parent?.children.push(element)
      const inner = 'content' in node ? node.content.childNodes : node.childNodes
      visit(inner, element, depth + 1)
    }
  }
  visit(root.childNodes, null, 0)
  const styles: Style[] = []
  for (const element of elements) {
    const css = element.attributes.get('style')?.raw ?? ''
    if (css === '' || css.includes(hole)) continue
    const read = await readCss({ path, css: `x{${css}}`, line: element.line, origin: 'attribute' })
    styles.push(...(read ?? []).map((style) => ({ ...style, selector: '' })))
  }
  return { elements, styles }
}

type Around = {
  readonly path: string
  readonly source: string
  readonly line: number
  readonly parent: UiElement | null
}

function elementOf(node: Tree.Element, around: Around): UiElement {
  const { path, source, line, parent } = around
  const at = node.sourceCodeLocation
  const written = /^<([^\s>/]+)/.exec(source.slice(at?.startOffset ?? 0))?.[1] ?? node.tagName
  const attributes = new Map<string, Attribute>()
  const classes: string[] = []
  let hasSpread = false
  for (const { name, value } of node.attrs) {
    if (name.includes(hole) || name === 'v-bind') hasSpread = true
    const { called, isComputed } = attributeName(name)
    if (called === 'class') classes.push(...classesIn(value, isComputed))
    if (name.startsWith('class:')) classes.push(name.slice('class:'.length))
    const text = isComputed || value.includes(hole) ? null : value
    if (!attributes.has(called)) attributes.set(called, { text, raw: value, node: null })
  }
  return {
    path,
    line: line + (at?.startLine ?? 1) - 1,
    tag: /^[A-Z]/.test(written) ? written : node.tagName,
    isComponent: /^[A-Z]|[.-]/.test(written),
    attributes,
    hasSpread,
    classes,
    hasUnknownClasses: false,
    classGroups: [classes],
    parent,
    children: [],
    node: null,
  }
}

/** The name of HTML for what frameworks write: `:class`, `@click`, `on:click`, `(click)`. */
function attributeName(name: string): { readonly called: string; readonly isComputed: boolean } {
  const event = /^(?:@|v-on:|on:|\()([a-z]+)/.exec(name)?.[1]
  if (event !== undefined) return { called: `on${event}`, isComputed: true }
  const bound = /^(?::|v-bind:|bind:|\[(?:attr\.)?)([a-z-]+)\]?/.exec(name)?.[1]
  if (bound !== undefined)
    return { called: bound === 'classname' ? 'class' : bound, isComputed: true }
  return { called: name === 'classname' ? 'class' : name, isComputed: name === 'v-model' }
}

function classesIn(value: string, isComputed: boolean): readonly string[] {
  const texts = isComputed
    ? [...value.matchAll(/['"`]([^'"`]+)['"`]|([\w-]+)\s*:/g)].map(
        ([, quoted, key]) => quoted ?? key ?? '',
      )
    : [value]
  return texts
    .flatMap((text) => text.split(/\s+/))
    .filter((each) => each !== '' && !each.includes(hole))
}
