import { type Rgba, readColour } from '../../../../kit/colour.ts'
import { jsonOf } from '../../../../kit/parse.ts'
import type { FileTree } from '../../../../model/file-tree.ts'
import type { StyleLiteral } from '../../../../model/page-static.ts'
import { literalsIn } from '../../../page/static/css-values.ts'
import { firstFamily, pixels, plainShadow, tokenScale } from '../../../page/tokens/token-scale.ts'
import { chainOf, keyName, literalOf, numberOf } from '../../../integrity/names.ts'
import { all, type Node, type Source } from '../../../integrity/source.ts'
import { tailwindScale, usesTailwind } from './tailwind.ts'
import type { DesignTokens, Style } from './ui.ts'

type Kind = StyleLiteral['kind']

export const hasTokens = (tokens: DesignTokens, kind: Kind): boolean => {
  const { colours, spacing, fontSizes, radii, shadows, families } = tokens
  const lists: Readonly<Record<Kind, readonly unknown[]>> = {
    colour: colours,
    spacing,
    'font-size': fontSizes,
    radius: radii,
    shadow: shadows,
    'font-family': families,
  }
  return lists[kind].length > 0
}

const tokenFile =
  /(?:^|\/)(?:[\w-]*[.-])?(?:design-?tokens?|tokens?|themes?|palette|colou?rs)(?:\.(?:css|config|stories))?\.(?:[cm]?[jt]sx?|json)$|(?:^|\/)(?:tokens|themes?|design-tokens)\/[^/]+\.(?:[cm]?[jt]s|json)$|(?:^|\/)(?:tailwind|panda|uno|stitches)\.config\.[cm]?[jt]s$/i
const themeCall =
  /^(?:createTheme|extendTheme|createGlobalTheme|createThemeContract|defineTheme|defineTokens|createStitches|createSystem|experimental_extendTheme|createTokens|defineVars)$/

type Sources = {
  readonly files: FileTree
  readonly styles: readonly Style[]
  readonly scripts: readonly Source[]
}

export function readTokens({ files, styles, scripts }: Sources): DesignTokens {
  const definitions = styles.filter(isVariable)
  const named = new Map(definitions.toReversed().map(({ property, value }) => [property, value]))
  const valueOf = (value: string) => resolved(value, named)
  const trees = [...files].flatMap(([path, text]) =>
    tokenFile.test(path) && path.endsWith('.json') ? [{ path, tree: jsonOf(text) }] : [],
  )
  const written = [...trees, ...scripts.flatMap(themesOf)]
  const scales = written.flatMap(({ tree }) => groupsOf(tree).map((each) => tokenScale(each)))
  const usesOf = usesIn(styles)
  const literals = definitions.flatMap(({ property, value }) => {
    const plain = valueOf(value) ?? value
    const name = property.startsWith('--') ? property : `--${property.slice(1)}`
    const byName = literalsIn(name, plain)
    // a name that says nothing is what it is used for
    return byName.length > 0
      ? byName
      : (usesOf.get(property) ?? []).flatMap((use) => literalsIn(use, plain))
  })
  const ofKind = (kind: Kind) => literals.filter((each) => each.kind === kind)
  const sizes = (kind: Kind) => ofKind(kind).flatMap(({ value }) => pixels(value) ?? [])
  const hasTailwind = usesTailwind(files)
  return {
    colours: [
      ...ofKind('colour').flatMap(({ value }) => readColour(value) ?? []),
      ...written.flatMap(({ tree }) => coloursIn(tree)),
    ],
    spacing: [...sizes('spacing'), ...scales.flatMap(({ spacing }) => spacing ?? [])],
    fontSizes: [
      ...sizes('font-size'),
      ...scales.flatMap(({ fontSizes }) => fontSizes ?? []),
      ...(hasTailwind ? tailwindScale.fontSizes : []),
    ],
    radii: [
      ...sizes('radius'),
      ...scales.flatMap(({ radii }) => radii ?? []),
      ...(hasTailwind ? tailwindScale.radii : []),
    ],
    shadows: [
      ...ofKind('shadow').map(({ value }) => plainShadow(value)),
      ...scales.flatMap(({ shadows }) => shadows ?? []),
    ],
    families: [
      ...ofKind('font-family').map(({ value }) => firstFamily(value)),
      ...scales.flatMap(({ families }) => families ?? []),
    ].filter((each) => !/^var\(|^(?:sans-serif|serif|system-ui|ui-|monospace)/.test(each)),
    lengths: definitions.flatMap(({ value }) => pixels(valueOf(value) ?? '') ?? []),
    hasTailwind,
    files: new Set([...definitions, ...written].map(({ path }) => path)),
    isDefinition: (style) =>
      isVariable(style) ||
      style.conditions.some((each) => each.startsWith('@theme')) ||
      tokenFile.test(style.path),
    named,
    valueOf,
  }
}

/** The properties that each variable is used for. */
function usesIn(styles: readonly Style[]): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, Set<string>>()
  for (const { property, value } of styles)
    for (const [, css, other] of value.matchAll(/var\(\s*(--[\w-]+)|(?<![\w-])([$@][\w-]+)/g)) {
      const name = css ?? other ?? ''
      if (!property.startsWith('--')) uses.set(name, (uses.get(name) ?? new Set()).add(property))
    }
  return new Map([...uses].map(([name, properties]) => [name, [...properties]]))
}

const isVariable = ({ property }: Style): boolean =>
  /^(?:--|\$)/.test(property) ||
  (/^@[\w-]+$/.test(property) && !/^@(?:apply|include)$/.test(property))

const reference =
  /var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)|(?<![\w-])([$@][\w-]+)/

function resolved(value: string, named: ReadonlyMap<string, string>): string | null {
  let text = value
  for (let step = 0; step < 8; step++) {
    const match = reference.exec(text)
    if (match === null) return text.trim()
    const known = named.get(match[1] ?? match[3] ?? '') ?? match[2]
    if (known === undefined) return null
    text = text.replace(match[0], () => known)
  }
  return null
}

/** The objects of a script that define a theme. */
function themesOf(source: Source): readonly { readonly path: string; readonly tree: unknown }[] {
  const { path } = source
  const isTheme = tokenFile.test(path)
  const given = all(source, 'CallExpression').flatMap((call) =>
    themeCall.test(chainOf(call.callee).at(-1) ?? '') ? call.arguments : [],
  )
  const named = all(source, 'VariableDeclarator').flatMap(({ id, init }) => {
    const name = id.type === 'Identifier' ? id.name : ''
    const value =
      init?.type === 'TSAsExpression' || init?.type === 'TSSatisfiesExpression'
        ? init.expression
        : init
    if (value?.type === 'ArrayExpression' && isTheme) return [{ [name]: treeOf(value) }]
    if (value?.type !== 'ObjectExpression') return []
    const isPalette =
      /^(?:\w*theme|\w*tokens?|palette|colou?rs?)$/i.test(name) ||
      isTheme ||
      isColours(treeOf(value))
    return isPalette ? [{ [name]: treeOf(value), ...asTree(treeOf(value)) }] : []
  })
  const exported = isTheme
    ? [
        ...all(source, 'ExportDefaultDeclaration').map(({ declaration }) => declaration as Node),
        ...moduleExports(source),
      ]
    : []
  const trees = [...named, ...[...given, ...exported].map((node) => treeOf(node))]
  return trees
    .filter((tree) => isTheme || coloursIn(tree).length > 1)
    .map((tree) => ({ path, tree }))
}

const moduleExports = (source: Source): readonly Node[] =>
  all(source, 'AssignmentExpression').flatMap(({ left, right }) =>
    chainOf(left).join('.') === 'module.exports' ? [right] : [],
  )

type Tree = Readonly<Record<string, unknown>>

const asTree = (value: unknown): Tree =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}

/** What an object says in plain values; the rest is left out. */
function treeOf(node: Node | null | undefined, depth = 0): unknown {
  if (node === null || node === undefined || depth > 10) return null
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
    return treeOf(node.expression, depth)
  if (node.type === 'ArrayExpression') return node.elements.map((each) => treeOf(each, depth + 1))
  if (node.type === 'CallExpression') return treeOf(node.arguments[0], depth + 1)
  if (node.type !== 'ObjectExpression') return literalOf(node) ?? numberOf(node)
  return Object.fromEntries(
    node.properties.flatMap((each) =>
      each.type === 'Property' ? [[keyName(each.key), treeOf(each.value, depth + 1)] as const] : [],
    ),
  )
}

function coloursIn(value: unknown, depth = 0): readonly Rgba[] {
  if (typeof value === 'string') return [readColour(value)].filter((each) => each !== null)
  if (typeof value !== 'object' || value === null || depth > 10) return []
  return Object.values(value).flatMap((each) => coloursIn(each, depth + 1))
}

/** Nearly all that an object holds is colours. */
function isColours(tree: unknown): boolean {
  const leaves = Object.values(asTree(tree)).filter((each) => typeof each === 'string')
  const colours = leaves.filter((each) => readColour(each) !== null)
  return colours.length >= 4 && colours.length >= leaves.length * 0.8
}

/** A theme, and the parts of it that extend another. */
function groupsOf(tree: unknown): readonly Tree[] {
  const whole = asTree(tree)
  const theme = asTree(whole['theme'])
  return [whole, theme, asTree(theme['extend']), asTree(theme['tokens'])].filter(
    (each) => Object.keys(each).length > 0,
  )
}
