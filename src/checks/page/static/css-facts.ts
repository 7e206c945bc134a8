import type { AtRule, Declaration, Root } from 'postcss'
import type { SourcePlace, StaticFacts } from '../../../model/page-static.ts'
import { literalsIn, urlsIn } from './css-values.ts'

/** A piece of CSS and where it lies in its file. */
export type Sheet = {
  readonly file: string
  readonly css: string
  /** Of its first sign in the file; null where the file writes it otherwise. */
  readonly offset: number | null
  readonly line: number
  readonly column: number
  /** For the `style` attribute of an element: its selector. */
  readonly inline: string | null
}

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] }

export type SheetFacts = {
  readonly [
    Name in 'literals' | 'customProperties' | 'styleErrors'
  ]: Writable<StaticFacts>[Name][number][]
} & {
  readonly loads: (SourcePlace & {
    readonly raw: string
    readonly attribute: 'url' | 'import'
    readonly selector: string
  })[]
}

export const noSheetFacts = (): SheetFacts => ({
  literals: [],
  customProperties: [],
  styleErrors: [],
  loads: [],
})

/** Reads one sheet and adds what it says. A sheet that cannot be parsed is one error. */
export async function readSheet(sheet: Sheet, into: SheetFacts): Promise<void> {
  const { parse } = await import('postcss')
  try {
    const text = sheet.inline === null ? sheet.css : `x{${sheet.css}}`
    walk(parse(text), sheet, into)
  } catch (error) {
    const at = isSyntaxError(error) ? error : { reason: String(error), line: 1, column: 1 }
    into.styleErrors.push({
      file: sheet.file,
      line: sheet.line + at.line - 1,
      column: at.line === 1 ? sheet.column + at.column - 1 : at.column,
      message: at.reason,
    })
  }
}

const isSyntaxError = (
  error: unknown,
): error is { readonly reason: string; readonly line: number; readonly column: number } =>
  error instanceof Error && 'reason' in error && 'line' in error && 'column' in error

function walk(root: Root, sheet: Sheet, into: SheetFacts): void {
  root.walkDecls((declaration) => readDeclaration(declaration, sheet, into))
  root.walkAtRules(/^import$/i, (rule) => readImport(rule, sheet, into))
}

/** The place of something in a sheet, given where it starts in the text that was parsed. */
function placeIn(
  sheet: Sheet,
  at: { readonly line: number; readonly column: number } | undefined,
): SourcePlace {
  const [line, column] = [at?.line ?? 1, at?.column ?? 1]
  const wrapped = sheet.inline === null ? 0 : 2
  return {
    file: sheet.file,
    line: sheet.line + line - 1,
    column: line === 1 ? sheet.column + column - 1 - wrapped : column,
  }
}

function readDeclaration(declaration: Declaration, sheet: Sheet, into: SheetFacts): void {
  const { prop, value } = declaration
  const place = placeIn(sheet, declaration.source?.start)
  const selector = sheet.inline ?? selectorOf(declaration)
  const start = valueStart(declaration, sheet)
  const isToken = prop.startsWith('--')
  if (isToken)
    into.customProperties.push({ ...place, name: prop, value: value.trim(), selector, start })
  if (!insideFontFace(declaration) && !onPaperOnly(declaration))
    for (const literal of literalsIn(prop, value))
      into.literals.push({
        ...place,
        kind: literal.kind,
        property: prop,
        value: literal.value,
        declaration: value,
        selector,
        where: isToken ? 'token' : sheet.inline === null ? 'rule' : 'inline',
        start: start === null ? null : start + literal.at,
      })
  for (const { raw } of urlsIn(value))
    into.loads.push({ ...place, raw, attribute: 'url', selector })
}

/** Where the declared value starts in the file; null when comments or entities make it unsure. */
function valueStart(declaration: Declaration, sheet: Sheet): number | null {
  const at = declaration.source?.start?.offset
  const { between, value } = declaration.raws
  if (sheet.offset === null || at === undefined || between === undefined) return null
  if (value !== undefined && value.raw !== declaration.value) return null
  const wrapped = sheet.inline === null ? 0 : 2
  return sheet.offset + at - wrapped + declaration.prop.length + between.length
}

const insideFontFace = ({ parent }: Declaration): boolean =>
  parent?.type === 'atrule' && 'name' in parent && parent.name === 'font-face'

/** Paper has colours and measures of its own. */
function onPaperOnly({ parent }: Declaration): boolean {
  for (let at: unknown = parent; isNode(at); at = at.parent)
    if (at.name === 'media' && /\bprint\b/i.test(at.params ?? '') && !/,/.test(at.params ?? ''))
      return true
  return false
}

const isNode = (
  value: unknown,
): value is { readonly parent: unknown; readonly name?: string; readonly params?: string } =>
  typeof value === 'object' && value !== null && 'parent' in value

function selectorOf({ parent }: Declaration): string {
  if (parent?.type === 'rule' && 'selector' in parent && typeof parent.selector === 'string')
    return parent.selector
  return parent?.type === 'atrule' && 'name' in parent ? `@${parent.name}` : ''
}

function readImport(rule: AtRule, sheet: Sheet, into: SheetFacts): void {
  const place = placeIn(sheet, rule.source?.start)
  const raw = /^(?:url\(\s*)?["']?([^"')\s]+)/i.exec(rule.params)?.[1] ?? ''
  into.loads.push({ ...place, raw, attribute: 'import', selector: '@import' })
}
