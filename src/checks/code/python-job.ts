import type { Code } from './code.ts'
import type { CodeUnit } from './code-units.ts'
import type { PythonFacts } from './python-facts.ts'
import type { Scenario, Trial } from './trial.ts'
import { pythonHarness } from './python-harness.ts'

/** How to try Python, or null where the artifact holds none or none can be run. */
export async function pythonJob(code: Code, scenarios: readonly Scenario[]): Promise<Trial | null> {
  const facts = (await code.python())?.filter(({ unit }) => unit.kind !== 'demo') ?? []
  if (facts.length === 0) return null
  const paths = new Map(
    facts.map(({ unit }, index) => [
      unit,
      unit.name ?? importedAs(unit, facts) ?? `block_${index + 1}.py`,
    ]),
  )
  const places = new Map<string, { readonly unit: CodeUnit; readonly offset: number }>()
  for (const { unit, functions, classes } of facts)
    for (const item of [...functions.filter(({ owner }) => owner === null), ...classes])
      places.set(item.name, { unit, offset: offsetOfLine(unit.content, item.line) })
  const tests = facts
    .filter(({ unit }) => unit.kind === 'test')
    .map(({ unit }) => [paths.get(unit) ?? '', unit] as const)
  return {
    files: [...new Set(scenarios.flatMap(({ name }) => places.get(name)?.unit ?? []))].map(
      (unit) => paths.get(unit) ?? '',
    ),
    tests: new Map(tests),
    placeOf: (name) => places.get(name) ?? null,
    job: (input) => ({
      argv: ['python3', '-I', 'loopwright_run.py'],
      files: {
        ...Object.fromEntries([...paths].map(([unit, path]) => [path, unit.content])),
        'loopwright_run.py': pythonHarness,
      },
      stdin: JSON.stringify(input),
      env: { PYTHONDONTWRITEBYTECODE: '1' },
      limits: { wallMs: 10_000 },
    }),
  }
}

/** The module name by which another block imports what this one declares. */
function importedAs(unit: CodeUnit, facts: readonly PythonFacts[]): string | null {
  const own = facts.find((one) => one.unit === unit)
  const names = [...(own?.functions ?? []), ...(own?.classes ?? [])].map(({ name }) => name)
  for (const other of facts) {
    const match =
      other.unit === unit
        ? null
        : /^\s*from\s+(\w+)\s+import\s+\(?([\w, ]+)/m.exec(other.unit.content)
    if (match?.[2]?.split(',').some((name) => names.includes(name.trim()))) return `${match[1]}.py`
  }
  return null
}

const offsetOfLine = (text: string, line: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, part) => sum + part.length + 1, 0)
