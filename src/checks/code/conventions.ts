import type { CheckOutcome } from '../../model/check.ts'
import type { Finding, Fix } from '../../model/finding.ts'
import { outcomeOf } from '../outcome.ts'
import type { Code } from './code.ts'
import { findingAt, findingOnLine, type CodeUnit } from './code-units.ts'
import { declarationsOf } from './declarations.ts'
import { oldHabits } from './old-habits.ts'
import { projectStyle, type ProjectStyle } from './project-style.ts'
import { measureStyle, namingOf, type StyleMeasure } from './style-measure.ts'
import { child, textOf, walk, word, type Node, type Parsed } from './syntax.ts'
import { typeCheck } from './type-check.ts'

const mostOfAKind = 10
type Spot = { readonly parsed: Parsed; readonly node: Node }

/** Names and style are those of the project, or at least the same throughout. */
export async function conventions(code: Code): Promise<CheckOutcome> {
  const scripts = [...code.sources, ...code.tests]
  const project = await projectStyle(code.subject.project)
  const measures = scripts.map((parsed) => ({ parsed, measure: measureStyle(parsed) }))
  const findings: Finding[] = [
    ...outliers(measures, 'quotes', project?.quotes).map(({ spot, wanted }) =>
      quoteFinding(spot, wanted),
    ),
    ...outliers(measures, 'semicolons', project?.semicolons).map(({ spot, wanted }) =>
      semicolonFinding(spot, wanted),
    ),
    ...outliers(measures, 'indent', project?.indent).map(({ spot, wanted }) =>
      findingAt(
        spot.parsed.unit,
        spot.node.start,
        `is indented differently: blocks go in by ${wanted === 'tab' ? 'a tab' : `${wanted} blanks`}`,
      ),
    ),
    ...code.sources.flatMap((parsed) => namingFindings(parsed, project)),
    ...code.sources.flatMap(oldHabits),
    ...fileNameFindings(code.units, project),
    ...(code.parsed.length > 0 ? await unusedFindings(code) : []),
  ]
  for (const facts of (await code.python()) ?? [])
    if (facts.unit.kind === 'source')
      findings.push(
        ...(facts.findings['conventions'] ?? []).map(({ line, message }) =>
          findingOnLine(facts.unit, line, message),
        ),
        ...pythonIndent(facts.unit),
      )
  return outcomeOf(findings, project === null ? 'one style throughout' : 'the style of the project')
}

/** Uses that differ from the project's style, or from most of the artifact where the project has none. */
function outliers(
  measures: readonly { readonly parsed: Parsed; readonly measure: StyleMeasure }[],
  aspect: keyof StyleMeasure,
  preferred: string | undefined,
): readonly { readonly spot: Spot; readonly wanted: string }[] {
  const spots = new Map<string, Spot[]>()
  for (const { parsed, measure } of measures)
    for (const [style, nodes] of Object.entries(measure[aspect]))
      spots.set(style, [...(spots.get(style) ?? []), ...nodes.map((node) => ({ parsed, node }))])
  const counted = [...spots]
    .filter(([, uses]) => uses.length > 0)
    .sort(([, a], [, b]) => b.length - a.length)
  const total = counted.reduce((sum, [, uses]) => sum + uses.length, 0)
  const wanted = preferred ?? (total >= 3 && counted.length > 1 ? counted[0]?.[0] : undefined)
  if (wanted === undefined) return []
  const others = counted.filter(([style]) => style !== wanted).flatMap(([, uses]) => uses)
  return others.slice(0, mostOfAKind).map((spot) => ({ spot, wanted }))
}

function quoteFinding({ parsed, node }: Spot, wanted: string): Finding {
  const mark = wanted === 'single' ? "'" : '"'
  const from = parsed.unit.start + node.start
  const text = `${mark}${textOf(parsed, node).slice(1, -1)}${mark}`
  const fix: Fix = {
    title: `use ${wanted} quotes`,
    edits: [{ start: from, end: parsed.unit.start + node.end, text }],
  }
  return findingAt(
    parsed.unit,
    node.start,
    `uses other quotes than the rest: ${wanted} ones are used here`,
    fix,
  )
}

function semicolonFinding({ parsed, node }: Spot, wanted: string): Finding {
  const end = parsed.unit.start + node.end
  const next = parsed.unit.content.slice(node.end).trimStart()[0] ?? ''
  const isSafe = wanted === 'with' || !'([`+-/*'.includes(next || ' ')
  const edit =
    wanted === 'with' ? { start: end, end, text: ';' } : { start: end - 1, end, text: '' }
  const message =
    wanted === 'with'
      ? 'a semicolon is missing: statements end with one here'
      : 'a semicolon too many: statements end without one here'
  return findingAt(
    parsed.unit,
    Math.max(node.start, node.end - 1),
    message,
    isSafe ? { title: 'make semicolons the same', edits: [edit] } : undefined,
  )
}

function namingFindings(parsed: Parsed, project: ProjectStyle | null): readonly Finding[] {
  const { names } = measureStyle(parsed)
  const wanted = project?.names ?? 'camel'
  const other = wanted === 'camel' ? 'snake' : 'camel'
  const found = (names[other] ?? []).map((node) =>
    findingAt(
      parsed.unit,
      node.start,
      `${word(node, 'name')} is not named in ${wanted === 'camel' ? 'camelCase' : 'snake_case'}`,
    ),
  )
  for (const item of declarationsOf(parsed)) {
    const isComponent = parsed.unit.language === 'tsx' || parsed.unit.language === 'jsx'
    if (item.kind === 'function' && namingOf(item.name) === 'pascal' && !isComponent)
      found.push(
        findingAt(parsed.unit, item.node.start, `the function ${item.name} begins like a class`),
      )
    if (item.kind === 'class' && !/^[A-Z_$]|^default$/.test(item.name) && item.name !== '')
      found.push(
        findingAt(
          parsed.unit,
          item.node.start,
          `the class ${item.name} is not named in PascalCase`,
        ),
      )
  }
  for (const { node } of walk(parsed.program))
    if (
      /^TS(?:Interface|TypeAlias|Enum)Declaration$/.test(node.type) &&
      /^[a-z]|_/.test(word(child(node, 'id'), 'name'))
    )
      found.push(
        findingAt(
          parsed.unit,
          node.start,
          `the type ${word(child(node, 'id'), 'name')} is not named in PascalCase`,
        ),
      )
  return found.slice(0, mostOfAKind)
}

function fileNameFindings(
  units: readonly CodeUnit[],
  project: ProjectStyle | null,
): readonly Finding[] {
  if (project?.files === undefined) return []
  return units.flatMap((unit) => {
    const style = unit.name === null ? 'plain' : fileNaming(unit.name)
    return style === 'plain' || style === project.files
      ? []
      : [
          findingAt(
            unit,
            0,
            `the file ${unit.name} is not named in ${project.files} case like the project's files`,
          ),
        ]
  })
}

export function fileNaming(path: string): string {
  const base = (path.split('/').at(-1) ?? '').split('.')[0] ?? ''
  return base.includes('-') ? 'kebab' : namingOf(base)
}

async function unusedFindings(code: Code): Promise<readonly Finding[]> {
  const checked = await typeCheck(code.units, code.tools)
  if (!checked.ok) return []
  return checked.diagnostics.flatMap(({ unit, line, code: number, message }) => {
    const name = /^'([\w$]+)'/.exec(message)?.[1] ?? ''
    const parsed = code.sources.find((source) => source.unit === unit)
    const isUnused =
      number === 6192
        ? namesOnLine(unit, line).every((one) => occursOnce(unit, one))
        : number === 6133 && name !== '' && occursOnce(unit, name)
    const isTop =
      parsed !== undefined &&
      declarationsOf(parsed).some((item) => item.name === name || item.owner === name)
    return parsed === undefined || !isUnused || isTop || name.startsWith('_')
      ? []
      : [
          findingOnLine(
            unit,
            line,
            number === 6192 ? 'nothing of this import is used' : `${name} is never used`,
          ),
        ]
  })
}

const occursOnce = (unit: CodeUnit, name: string): boolean =>
  unit.content.split(new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`)).length === 2

const namesOnLine = (unit: CodeUnit, line: number): readonly string[] =>
  /\{([^}]*)\}/
    .exec(
      unit.content
        .split('\n')
        .slice(line - 1)
        .join('\n'),
    )?.[1]
    ?.match(/[\w$]+/g)
    ?.filter((name) => !/^(?:type|as)$/.test(name)) ?? []

/** Python blocks go in by four blanks, or at least by the same number everywhere. */
function pythonIndent(unit: CodeUnit): readonly Finding[] {
  const lines = unit.content.split('\n')
  const steps = new Map<string, number[]>()
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1] ?? ''
    if (
      !/^\s*(?:(?:async )?def|class|if|for|while|with|try|else|elif|except|finally)\b.*:\s*$/.test(
        line,
      ) ||
      next.trim() === ''
    )
      continue
    const outer = /^\s*/.exec(line)?.[0] ?? ''
    const inner = /^\s*/.exec(next)?.[0] ?? ''
    const step = inner.slice(outer.length)
    const style = step.includes('\t') ? 'tab' : `${step.length}`
    steps.set(style, [...(steps.get(style) ?? []), index + 2])
  }
  const [, ...others] = [...steps].sort(([, a], [, b]) => b.length - a.length)
  return others.flatMap(([, at]) =>
    at.map((line) => findingOnLine(unit, line, 'is indented differently from the rest')),
  )
}
