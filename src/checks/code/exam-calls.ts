import type { DemandCheck } from '../../obligations/demand.ts'
import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import { lineAt } from '../content/exam.ts'
import type { Code } from './code.ts'
import { whyHardCoded, whyHardCodedPython } from './hard-coded.ts'
import { encodeLiteral, parseExpression } from './literal.ts'
import type { Member } from './members.ts'
import { loadProblem, runTrial, trialOf } from './run-trial.ts'
import type { Scenario } from './trial.ts'

/** Runs a call of the task and compares what comes of it. */
export async function callAnswer(
  { call, callee, result, throws, error, message }: Extract<DemandCheck, { type: 'call' }>,
  code: Code,
  names: readonly Member[],
): Promise<Answer> {
  const name = callee.split('.')[0] ?? callee
  const value = result === undefined ? undefined : encodeLiteral(await parseExpression(result))
  if (result !== undefined && value === undefined) return undecided(`${result} is no plain value`)
  if (!names.some((one) => one.name === name)) return unmet(`there is no ${name} to call`)
  const expect: Scenario['expect'] =
    value === undefined ? { type: 'throws', error: error ?? null } : { type: 'value', value }
  if (value === undefined && !throws) return undecided(`what ${call} must give is not said`)
  const scenarios = [{ expression: call, name, expect }]
  const trial = await trialOf(code, scenarios)
  if (trial === null) return undecided('code of this language cannot be run here')
  const ran = await runTrial({ ...trial, tests: new Map() }, scenarios, code)
  if (ran.type === 'broken') return undecided(`it could not be run: ${ran.reason}`)
  if (ran.type === 'stuck') return unmet(`${call} does not come to an end: ${ran.reason}`)
  const problem = loadProblem(ran.report)
  const [outcome] = ran.report.scenarios
  if (problem !== null && !outcome?.ok)
    return problem.isOwn ? unmet(problem.reason) : undecided(problem.reason)
  if (outcome === undefined) return undecided('the call was not run')
  const place = trial.placeOf(name)
  const where = place === null ? undefined : `line ${lineAt(place.unit.content, place.offset)}`
  const instead = result !== undefined ? `, not ${result}` : ` instead of throwing ${error ?? ''}`
  if (!outcome.ok) return unmet(`${call} ${outcome.got}${instead.trimEnd()}`, where)
  if (message !== undefined && !outcome.got.includes(message))
    return unmet(`${call} ${outcome.got}, not "${message}"`, where)
  const own = names.filter((one) => one.name === name)
  const python = code.units.find(({ language, kind }) => language === 'py' && kind === 'source')
  const why =
    python === undefined
      ? await whyHardCoded(code.sources, call, { result: value, own })
      : await whyHardCodedPython(python.content, call, value)
  return why === null
    ? met(`${call} ${outcome.got}`, where)
    : undecided(`${call} ${outcome.got}, but ${why}: whether it does more takes a reader`)
}
