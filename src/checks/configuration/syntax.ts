import type { Finding } from '../../model/finding.ts'
import { outcomeOf, undecided } from '../outcome.ts'
import type { Configuration, Unit } from './configuration.ts'
import { configurationCheck, isDeliberate } from './configuration-check.ts'
import { misspelt, unknownDirectives } from './nginx-directives.ts'
import { isLack, isTemplate, schemaFindings } from './schema-check.ts'
import { typeFindings } from './value-types.ts'

/** The format's own grammar accepts it, keys are unique, values have the type their name promises. */
export const syntax = configurationCheck(
  { id: 'configuration/syntax', title: 'The format’s parser accepts it' },
  async (configuration) => {
    if (configuration.units.some(({ format, text }) => format === 'yaml' && isTemplate(text)))
      return undecided('a template: only its engine can tell what comes out of it')
    if (configuration.units.some(({ format }) => format === 'lines'))
      return undecided('no parser is known for this format: only its program can tell')
    const readonlyArrays = await Promise.all(
      configuration.units.map(async (unit): Promise<readonly Finding[]> => [
        ...grammarFindings(unit, configuration),
        ...typeFindings(unit),
        ...misspelt(unit),
        ...(await schemaFindings(unit)).filter((finding) => !isLack(finding)),
      ]),
    )
    const findings = readonlyArrays.flat()
    if (
      findings.length === 0 &&
      configuration.units.every((unit) => unit.entries.length === 0 && !isDeliberate(unit))
    )
      findings.push({ message: 'the configuration holds no setting', place: { line: 1 } })
    const [unknown] = configuration.units.flatMap((unit) => unknownDirectives(unit))
    if (findings.length === 0 && unknown !== undefined)
      return undecided(
        `nginx knows no directive ${unknown.key} (line ${unknown.line}): it starts only with a module that brings it`,
      )
    return outcomeOf(
      findings,
      `reads as ${[...new Set(configuration.units.map(({ format }) => format))].join(', ')}`,
    )
  },
)

function grammarFindings(unit: Unit, { lines, text }: Configuration): readonly Finding[] {
  return unit.problems.slice(0, 100).map(({ message, at, pointer, fix }) => {
    const line = lines.lineAt(Math.min(at, text.length))
    const repeated = /stands twice|Map keys must be unique/.test(message)
      ? withoutRepeat(unit, line, lines)
      : undefined
    const repair = fix ?? repeated
    return {
      message: `${unit.format}: ${message}`,
      place: { line, ...(pointer ? { pointer } : {}) },
      ...(repair ? { fix: repair } : {}),
    }
  })
}

// the second of two equal lines can go; two different values need a person
function withoutRepeat(unit: Unit, line: number, lines: Configuration['lines']) {
  const own = lines.textOf(line).trim()
  const first = lines.lineAt(unit.base)
  for (let other = line - 1; other >= first; other -= 1)
    if (lines.textOf(other).trim() === own)
      return {
        title: 'drop the repeated line',
        edits: [{ start: lines.startOf(line), end: lines.startOf(line + 1), text: '' }],
      }
  return undefined
}
