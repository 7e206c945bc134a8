import type { Code } from './code.ts'
import type { CodeUnit } from './code-units.ts'
import { declarationsOf } from './declarations.ts'
import { layOut } from './layout.ts'
import type { Scenario, Trial } from './trial.ts'
import { scriptHarness, testShim } from './script-harness.ts'
import { all, is } from '../integrity/source.ts'
import { keyName } from '../integrity/names.ts'
import type { Parsed } from './syntax.ts'

/** How to try JavaScript and TypeScript, or null where the artifact holds none. */
export async function scriptJob(code: Code, scenarios: readonly Scenario[]): Promise<Trial | null> {
  const runnable = code.sources.filter(
    ({ unit }) => unit.language === 'ts' || unit.language === 'js',
  )
  if (runnable.length === 0) return null
  const paths = new Map([...(await layOut(code.units))].map(([path, unit]) => [unit, path]))
  const places = new Map<string, { readonly unit: CodeUnit; readonly offset: number }>()
  for (const parsed of runnable)
    for (const item of declarationsOf(parsed))
      if (item.owner === null && !places.has(item.name))
        places.set(item.name, { unit: parsed.unit, offset: item.node.start })
  const types = typeNames(code)
  const tests = new Map(
    code.tests.flatMap(({ unit }) =>
      hasAssertion(unit) ? [[paths.get(unit) ?? '', unit] as const] : [],
    ),
  )
  const contents = Object.fromEntries(
    [...runnable, ...code.tests].map((parsed) => [
      paths.get(parsed.unit) ?? '',
      prepared(parsed, types),
    ]),
  )
  return {
    // a program would start when it is loaded: only what the examples speak of is
    files: [...new Set(scenarios.flatMap(({ name }) => places.get(name)?.unit ?? []))].map(
      (unit) => paths.get(unit) ?? '',
    ),
    tests,
    placeOf: (name) => places.get(name) ?? null,
    job: (input) => ({
      argv: ['node', '--no-warnings', ...transformTypes, 'loopwright-run.mjs'],
      files: {
        ...contents,
        'loopwright-run.mjs': scriptHarness,
        'loopwright-test-shim.mjs': testShim,
        'package.json': '{"type":"module"}',
      },
      stdin: JSON.stringify(input),
      limits: { wallMs: 10_000 },
    }),
  }
}

// enums and parameter properties need more than stripping; later versions of node may drop the switch
export const transformTypes = process.allowedNodeEnvironmentFlags.has(
  '--experimental-transform-types',
)
  ? ['--experimental-transform-types']
  : []

const hasAssertion = (unit: CodeUnit): boolean =>
  /\bexpect\s*\(|\bassert\b|\bt\.(?:is|equal|deepEqual|throws)\b/.test(unit.content)

/** Types and interfaces of all units: what node must not look for when it imports. */
const typeNames = (code: Code): ReadonlySet<string> =>
  new Set(
    code.units.flatMap(({ content }) =>
      [...content.matchAll(/\b(?:interface|type)\s+(\w+)/g)].map(([, name = '']) => name),
    ),
  )

/** The unit's text, with types imported as types and its names within reach of the harness. */
function prepared(parsed: Parsed, types: ReadonlySet<string>): string {
  const { unit } = parsed
  const marks = all(parsed, 'ImportDeclaration')
    .filter(({ importKind }) => importKind !== 'type')
    .flatMap(({ specifiers }) => specifiers)
    .filter(is('ImportSpecifier'))
    .filter(({ importKind, imported }) => importKind !== 'type' && types.has(keyName(imported)))
    .map(({ start }) => start)
  const text =
    unit.language === 'ts'
      ? marks.reduceRight(
          (whole, at) => `${whole.slice(0, at)}type ${whole.slice(at)}`,
          unit.content,
        )
      : unit.content
  const names = new Set(
    declarationsOf(parsed)
      .filter(
        ({ owner, name, kind }) =>
          owner === null && name !== 'default' && name !== '' && kind !== 'value',
      )
      .map(({ name }) => name),
  )
  const own = [...names].filter((name) =>
    new RegExp(`\\b(?:function\\*?|class|const|let|var)\\s+${name}\\b`).test(unit.content),
  )
  return unit.kind === 'test' || own.length === 0
    ? text
    : `${text}\n;globalThis.__loopwrightScope = Object.assign(globalThis.__loopwrightScope ?? {}, { ${own.join(', ')} });\n`
}
