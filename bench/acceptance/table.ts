import type { Answer } from './run-case.ts'

const isNamed = ({ case: { names }, blame }: Answer): boolean =>
  names === null || blame.some((each) => names.test(each))

const count = (answers: readonly Answer[], test: (answer: Answer) => boolean): number =>
  answers.filter(test).length

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |\n`

function figuresOf(answers: readonly Answer[]): readonly (string | number)[] {
  const wrong = answers.filter((each) => !each.case.right)
  const right = answers.filter((each) => each.case.right)
  const refused = wrong.filter(({ exit }) => exit === 1)
  const accepted = new Set(right.filter(({ exit }) => exit === 0).map((each) => each.case.task))
  const tasks = new Set(right.map((each) => each.case.task))
  const pairs = wrong.filter((each) => tasks.has(each.case.task))
  return [
    `${count(wrong, ({ exit }) => exit === 0)} of ${wrong.length}`,
    count(wrong, ({ exit }) => exit === 3),
    `${count(refused, isNamed)} of ${refused.length}`,
    `${count(right, ({ exit }) => exit === 0)} of ${right.length}`,
    count(right, ({ exit }) => exit === 1),
    count(right, ({ exit }) => exit === 3),
    count(answers, ({ exit }) => ![0, 1, 3].includes(exit)),
    `${count(pairs, (each) => each.exit !== 0 && accepted.has(each.case.task))} of ${pairs.length}`,
  ]
}

/** By kind and by category. */
export function tableOf(answers: readonly Answer[]): string {
  const heads = [
    'wrong accepted',
    'wrong undecided',
    'refused and named',
    'right accepted',
    'right refused',
    'right undecided',
    'errors',
    'pairs told apart',
  ]
  const table = (title: string, of: (answer: Answer) => string) => {
    const names = [...new Set(answers.map(of))]
    const lines = names.map((name) =>
      row([name, ...figuresOf(answers.filter((each) => of(each) === name))]),
    )
    const all = names.length > 1 ? row(['all', ...figuresOf(answers)]) : ''
    return `${row([title, ...heads])}|---|${heads.map(() => '--:').join('|')}|\n${lines.join('')}${all}\n`
  }
  return table('kind', (each) => each.case.kind) + table('category', (each) => each.case.category)
}

/** The cases whose exit code is not what it ought to be, with the command that runs them again. */
export function wrongOnes(answers: readonly Answer[]): string {
  const line = (answer: Answer) =>
    `${answer.case.id} (exit ${answer.exit}): node bench/acceptance.ts --only ${answer.case.id}\n` +
    (answer.findings[0] ? `    ${answer.findings[0].slice(0, 200)}\n` : '')
  const list = (title: string, some: readonly Answer[]) =>
    some.length === 0 ? '' : `${title}:\n${some.map(line).join('')}\n`
  return (
    list(
      'wrong and accepted',
      answers.filter((each) => !each.case.right && each.exit === 0),
    ) +
    list(
      'right and refused',
      answers.filter((each) => each.case.right && ![0, 3].includes(each.exit)),
    ) +
    list(
      'refused without naming it',
      answers.filter((each) => !each.case.right && each.exit === 1 && !isNamed(each)),
    )
  )
}
