import { isBuiltin } from 'node:module'
import { replacing } from './document-check.ts'
import type { Claim, Claims } from './claim.ts'
import { agreed } from './claim.ts'
import type { CodeBlock, MarkdownDocument } from './document.ts'
import type { Exports, ExportedFunction } from './exported-names.ts'
import { splitParameters } from './exported-names.ts'
import type { Facts } from './facts.ts'
import type { Manifest } from './manifest.ts'
import { dependenciesOf } from './manifest.ts'
import { nearest } from '../../kit/near.ts'

const scripts = new Set(['js', 'javascript', 'mjs', 'cjs', 'jsx', 'ts', 'typescript', 'mts', 'tsx'])
const importing =
  /\bimport\s+(?:type\s+)?([\w$]+\s*,?\s*)?(?:\{([^}]{0,2000})\}|\*\s+as\s+([\w$]+))?\s*from\s*['"]([^'"\n]+)['"]/g
const requiring =
  /\b(?:const|let|var)\s+(?:([\w$]+)|\{([^}]{0,2000})\})\s*=\s*(?:await\s+import|require)\(\s*['"]([^'"\n]+)['"]/g

type Import = {
  readonly specifier: string
  readonly specifierAt: number
  readonly names: readonly { readonly name: string; readonly at: number }[]
  readonly whole: string | null
  readonly namespace: string | null
  readonly at: number
}

/** Imports and calls in examples and inline code, held against what the package exports. */
export const claimsOfCode: Claims = (document, facts) => {
  const { manifest, exports } = facts
  if (manifest === null || exports === null) return []
  const imports = document.codes
    .filter(({ language }) => scripts.has(language))
    .flatMap((code) => importsIn(document, code))
  return [
    ...imports.flatMap((one) => importClaims(one, facts, manifest, exports)),
    ...imports.flatMap((one) =>
      memberClaims({ ...one, own: one.specifier === manifest.name }, document, exports),
    ),
    ...callClaims(document, facts, exports),
  ]
}

function importsIn(document: MarkdownDocument, code: CodeBlock): readonly Import[] {
  const text = document.text.slice(code.contentStart, code.end)
  const found: Import[] = []
  const add = (
    match: RegExpExecArray,
    parts: { list: string; whole: string | null; namespace: string | null; specifier: string },
  ) => {
    const at = code.contentStart + match.index
    const listAt = at + match[0].indexOf('{') + 1
    const names = [...parts.list.matchAll(/(?:type\s+)?([\w$]+)(?:\s*(?:as|:)\s*[\w$]+)?/g)].map(
      (name) => ({ name: name[1]!, at: listAt + name.index + name[0].indexOf(name[1]!) }),
    )
    found.push({
      specifier: parts.specifier,
      specifierAt: at + match[0].lastIndexOf(parts.specifier),
      names,
      whole: parts.whole,
      namespace: parts.namespace,
      at,
    })
  }
  for (const match of text.matchAll(importing))
    add(match, {
      list: match[2] ?? '',
      whole: match[1]?.replace(/[\s,]/g, '') ?? null,
      namespace: match[3] ?? null,
      specifier: match[4]!,
    })
  for (const match of text.matchAll(requiring))
    add(match, {
      list: match[2] ?? '',
      whole: null,
      namespace: match[1] ?? null,
      specifier: match[3]!,
    })
  return found
}

function importClaims(
  one: Import,
  facts: Facts,
  manifest: Manifest,
  exports: Exports,
): readonly Claim[] {
  const own = manifest.name
  if (
    own === undefined ||
    one.specifier.startsWith('.') ||
    /^(?:#|https?:|npm:|jsr:|data:)/.test(one.specifier) ||
    isBuiltin(one.specifier)
  )
    return []
  const [scope = '', second] = one.specifier.split('/')
  const packageName = scope.startsWith('@') ? `${scope}/${second ?? ''}` : scope
  const fix = replacing(
    `import from ${own}`,
    one.specifierAt,
    one.specifierAt + packageName.length,
    own,
  )
  if (packageName !== own) {
    if (dependenciesOf(manifest).has(packageName)) return [agreed(one.at)]
    const slip =
      nearest(packageName, [own]) !== null ||
      packageName === own.replace(/^@[^/]+\//, '') ||
      packageName.replace(/^@[^/]+\//, '') === own
    const meant = slip || one.names.some(({ name }) => exports.names.has(name))
    return meant
      ? [
          {
            at: one.at,
            problem: `imports from "${packageName}", but the package is named "${own}"`,
            fix,
          },
        ]
      : []
  }
  const path = one.specifier.slice(own.length)
  if (path !== '') return subpathClaims(one, path, manifest)
  return [...nameClaims(one, exports, facts.sources), ...defaultClaims(one, exports)]
}

function subpathClaims(one: Import, path: string, manifest: Manifest): readonly Claim[] {
  if (typeof manifest.exports !== 'object' || manifest.exports === null) return []
  const offered = Object.keys(manifest.exports)
  const fits = offered.some(
    (key) =>
      key === `.${path}` ||
      (key.includes('*') && `.${path}`.startsWith(key.slice(0, key.indexOf('*')))),
  )
  if (fits || !offered.some((key) => key.startsWith('.'))) return [agreed(one.at)]
  return [{ at: one.at, problem: `imports "${one.specifier}", which the package does not export` }]
}

function nameClaims(one: Import, exports: Exports, sources: string): readonly Claim[] {
  if (exports.names.size === 0) return []
  return one.names.map(({ name, at }) => {
    if (exports.names.has(name) || name === 'default') return agreed(at)
    // where the scan could not follow every export, a name the sources hold is given the benefit of the doubt
    if (
      !exports.exact &&
      new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(sources)
    )
      return agreed(at)
    const near = nearest(name, exports.names)
    const fix = near === null ? undefined : replacing(`import ${near}`, at, at + name.length, near)
    return { at, problem: `imports "${name}", which the package does not export`, fix }
  })
}

function defaultClaims(one: Import, exports: Exports): readonly Claim[] {
  if (one.whole === null) return []
  if (exports.hasDefault || !exports.exact) return [agreed(one.at)]
  return [
    { at: one.at, problem: `imports a default export ("${one.whole}"), but the package has none` },
  ]
}

function memberClaims(
  one: Import & { readonly own: boolean },
  document: MarkdownDocument,
  exports: Exports,
): readonly Claim[] {
  if (one.namespace === null || !one.own || !exports.exact || exports.hasDefault) return []
  const name = one.namespace.replaceAll('$', '\\$')
  // the same short name may be something else in another example
  return document.codes
    .filter(({ start, end }) => one.at >= start && one.at < end)
    .flatMap((code) =>
      [
        ...document.text
          .slice(code.contentStart, code.end)
          .matchAll(new RegExp(`(?<![\\w$.])${name}\\.([A-Za-z_]\\w*)`, 'g')),
      ].map((match) => {
        const at = code.contentStart + match.index
        return exports.names.has(match[1]!)
          ? agreed(at)
          : { at, problem: `uses ${match[0]}, which the package does not export` }
      }),
    )
}

const wellKnown =
  /^(?:require|import|fetch|parseInt|parseFloat|setTimeout|setInterval|setImmediate|queueMicrotask|structuredClone|encodeURIComponent|decodeURIComponent|console|Number|String|Boolean|Array|Object|Map|Set|Date|Promise|Symbol|BigInt|Error|TypeError|RangeError|isNaN|alert|describe|test|it|expect|print|main|async|await|function|if|for|while|return|typeof|catch|switch|url|rgb|rgba|hsl|var|calc)$/

// an inline call names a function of the package, unless it is a method or a well-known global
function callClaims(document: MarkdownDocument, facts: Facts, exports: Exports): readonly Claim[] {
  if (exports.names.size === 0) return []
  const shown = new Set(
    document.codes.flatMap(({ content }) =>
      [...content.matchAll(/\b(?:function|const|let|class)\s+([\w$]+)/g)].map((match) => match[1]!),
    ),
  )
  const called = document.headings.flatMap(({ text, start, end }) => {
    const raw = document.text.slice(start, end)
    return raw.includes('`') || !/^[\w$]+\([^)]*\)/.test(text)
      ? []
      : [{ text, start: start + raw.indexOf(text) - 1 }]
  })
  return [...document.inlineCodes, ...called].flatMap(({ text, start }): readonly Claim[] => {
    const match = /^(?:await |new )?([A-Za-z_$][\w$]*)\(([^()]*(?:\([^()]*\)[^()]*)*)\)/.exec(text)
    const name = match?.[1] ?? ''
    if (!match || wellKnown.test(name) || shown.has(name)) return []
    const at = start + 1 + match[0].indexOf(name)
    if (exports.names.has(name))
      return signatureClaims(
        match[2]!,
        start,
        exports.functions.find((one) => one.name === name),
      )
    if (new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(facts.sources))
      return [agreed(start)]
    if (!facts.isWhole) return []
    const near = nearest(name, exports.names)
    return [
      {
        at: start,
        problem: `names ${name}(), which is nowhere in the sources`,
        fix: near === null ? undefined : replacing(`name ${near}`, at, at + name.length, near),
      },
    ]
  })
}

function signatureClaims(
  inside: string,
  at: number,
  known: ExportedFunction | undefined,
): readonly Claim[] {
  if (known === undefined || known.signature.includes('...')) return [agreed(at)]
  const shown = splitParameters(inside.replaceAll(/[[\]]/g, ''))
  if (shown.length <= known.parameters.length) return [agreed(at)]
  return [
    {
      at,
      problem: `shows ${known.name} with ${shown.length} parameters; the source takes ${known.parameters.length}: ${known.name}${known.signature}`,
    },
  ]
}
