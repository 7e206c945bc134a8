/** What a point was lost for, and where. */
export type Evidence = {
  readonly text: string
  readonly path?: string | undefined
  readonly line?: number | undefined
}

/** Points off for a number above a bound; of several bounds the highest that is passed counts. */
export type Steps = readonly (readonly [above: number, off: number])[]

type Criterion = {
  readonly about: string
  /** By the number of faults. What nobody could decide costs the most points of the table. */
  readonly steps: Steps
  /** Large projects have more of it: faults are counted by 1,000 lines that run. */
  readonly bySize: boolean
}

const one = (about: string, ...steps: Steps): Criterion => ({ about, steps, bySize: false })
const sized = (about: string, ...steps: Steps): Criterion => ({ about, steps, bySize: true })

const few: Steps = [
  [3, 2],
  [0, 1],
]
const many: Steps = [
  [9, 3],
  [3, 2],
  [0, 1],
]

/** What checks answer by counting faults. The rest is computed from the measurement and the requirements. */
export const groups = {
  architecture: {
    cycles: one('no imports go round in a circle', [2, 4], [0, 2]),
    duplication: sized('nothing is written twice', [5, 3], [2, 2], [0, 1]),
    layers: one('imports and state keep to the layers', ...few),
  },
  readability: {
    'long-functions': sized('functions have fewer than 50 lines', [9, 4], [4, 3], [1, 2], [0, 1]),
    names: sized('files are named alike', ...few),
    types: sized('types are safe', ...many),
    leftovers: sized('no dead code is left', ...many),
    readme: one('a README says what it is', [0, 1]),
  },
  completeness: {
    states: one('empty, loading and error states are handled', ...few),
    accessibility: one('it is accessible', ...few),
    phones: one('it works on a phone', ...few),
  },
  test_coverage: {
    'real-tests': one('every test can fail', [2, 3], [0, 1]),
    'kinds-of-tests': one('what people use is tested as a whole, not only its parts', [0, 1]),
  },
  user_experience: {
    links: one('links lead somewhere', [3, 3], [0, 1]),
    forms: one('forms can be filled in and sent', [3, 3], [0, 1]),
    behaviour: one('everything on the pages works', [3, 4], [0, 2]),
    look: sized('the pages look of one piece', ...many),
    words: one('the words can be understood', ...few),
    speed: one('pages are light and load within two seconds', ...few),
    help: one('the command line explains itself', [0, 4]),
    errors: one('wrong input is answered with a message', [1, 5], [0, 3]),
  },
} as const satisfies Record<string, Readonly<Record<string, Criterion>>>

export const criteria = {
  ...groups.architecture,
  ...groups.readability,
  ...groups.completeness,
  ...groups.test_coverage,
  ...groups.user_experience,
}
export type CriterionId = keyof typeof criteria

/** What a check found out about a criterion. */
export type Question =
  | { readonly status: 'decided'; readonly faults: readonly Evidence[] }
  | { readonly status: 'undecided' | 'not_applicable'; readonly reason: string }
export type Questions = Readonly<Record<CriterionId, Question>>
