import type { Subject, Tools } from '../check.ts'
import { codeUnits, isScript, type CodeUnit } from './code-units.ts'
import { pythonFacts, type PythonFacts } from './python-facts.ts'
import { parseUnit, type Parsed } from './syntax.ts'

/** The code of an artifact, taken apart once for all checks. */
export type Code = {
  readonly units: readonly CodeUnit[]
  /** All JavaScript and TypeScript units. */
  readonly parsed: readonly Parsed[]
  /** Those of them that are the product: no tests, no demonstrations, nothing that does not parse. */
  readonly sources: readonly Parsed[]
  readonly tests: readonly Parsed[]
  /** The same for Python, or null where no Python can be run. */
  readonly python: () => Promise<readonly PythonFacts[] | null>
  readonly task: string
  readonly subject: Subject
  readonly tools: Tools
}

export async function readCode(subject: Subject, tools: Tools): Promise<Code> {
  const units = codeUnits(subject.artifact)
  const parsed = await Promise.all(units.filter(isScript).map(parseUnit))
  const sound = parsed.filter(({ errors }) => errors.length === 0)
  return {
    units,
    parsed,
    sources: sound.filter(({ unit }) => unit.kind === 'source'),
    tests: sound.filter(({ unit }) => unit.kind === 'test'),
    python: () => pythonFacts(units, tools),
    task: `${subject.task.prompt}\n${subject.task.ideal_result}`,
    subject,
    tools,
  }
}
