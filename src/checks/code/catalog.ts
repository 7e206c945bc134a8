import type { CheckOutcome } from '../../model/check.ts'
import type { BuiltInCheck } from '../check.ts'
import { readCode, type Code } from './code.ts'
import { findingAt } from './code-units.ts'
import { compiles } from './compiles.ts'
import { logic } from './logic.ts'
import { errorHandling, functions, inputValidation, logging } from './quality.ts'
import { types } from './types.ts'
import { undecided } from '../outcome.ts'

type Judge = (code: Code) => Promise<CheckOutcome>

export const checks: readonly BuiltInCheck[] = [
  check('compiles', 'every block parses, type-checks and finds what it imports', compiles),
  check('logic', 'the code does what the task’s examples and its own tests say', whenSound(logic)),
  check(
    'functions',
    'every function, class and method the task names is there',
    whenSound(functions),
  ),
  check('types', 'what is public has types, and none of them is any', whenSound(types)),
  check(
    'error-handling',
    'failures of critical steps are handled, none is swallowed',
    whenSound(errorHandling),
  ),
  check(
    'logging',
    'key operations are logged at suitable levels, secrets never',
    whenSound(logging),
  ),
  check(
    'conventions',
    'names and style are those of the project',
    whenSound(async () => undecided('whether names and style are the project’s takes a judge')),
  ),
  check('input-validation', 'what comes from outside is validated', whenSound(inputValidation)),
]

function check(name: string, title: string, judge: Judge): BuiltInCheck {
  return {
    id: `code/${name}`,
    title,
    readsProject: name === 'compiles',
    async run(subject, tools) {
      const code = await readCode(subject, tools)
      if (code.units.length > 0) return judge(code)
      const details = 'there is no code in the artifact'
      return { verdict: 'fail', details, findings: [{ message: details, place: { line: 1 } }] }
    },
  }
}

/** Code that does not parse cannot be judged further, and code in a language nobody here reads neither. */
function whenSound(judge: Judge): Judge {
  return async (code) => {
    const broken = code.parsed.find(({ errors }) => errors.length > 0)
    const python = await code.python()
    const brokenPython = python?.find(({ error }) => error !== null)
    if (broken !== undefined || brokenPython !== undefined) {
      const details = 'the code does not parse, so it cannot be judged'
      const unit = broken?.unit ?? brokenPython?.unit
      const findings =
        unit === undefined ? [] : [findingAt(unit, broken?.errors[0]?.offset ?? 0, details)]
      return { verdict: 'fail', details, findings }
    }
    const readable = code.units.some(({ language }) => /^(?:[jt]sx?|py)$/.test(language))
    if (!readable) return undecided('no checker for this language is built in')
    if (python === null && code.parsed.length === 0)
      return undecided('python3 is not installed in the sandbox')
    return judge(code)
  }
}
