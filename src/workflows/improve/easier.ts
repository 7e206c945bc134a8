import { parse } from 'yaml'
import { inspectChange } from '../../checks/integrity/inspect-change.ts'
import { jsonObject, stringsIn } from '../../checks/integrity/package-json.ts'
import { loosensExam } from '../../checks/integrity/intent.ts'
import type { IntegrityFinding } from '../../checks/integrity/rule.ts'
import { Config } from '../../model/config.ts'
import type { WholeFile } from './edits.ts'

type Examining = Pick<Config, 'agents' | 'roles'> & {
  /** The text of its package.json. */
  readonly manifest?: string | undefined
}

/** Who says what is asked for, and whether it is there. */
const examiners = ['reader', 'judge', 'evaluator', 'critic', 'reviewer']

/**
 * What a change of the set-up loosens of the exam that work is held to, as sentences for whoever approves it. Its
 * configuration says which programs examine.
 */
export async function easierBy(
  files: readonly WholeFile[],
  config: Examining = { agents: {}, roles: {} },
): Promise<readonly string[]> {
  const side = (which: 'before' | 'after') =>
    new Map(
      files.flatMap(({ path, ...texts }) =>
        texts[which] === null ? [] : [[path, texts[which]] as const],
      ),
    )
  // what no change may do to a project, no change may do to what projects begin with
  const findings = await inspectChange({ before: side('before'), after: side('after') })
  const rules = findings.filter(({ severity, rule }) => severity === 'error' && loosensExam(rule))
  const texts = files.flatMap((file) => [
    ...byText(file),
    ...examiner(file, config),
    ...script(file, config),
  ])
  return [...new Set([...texts, ...rules.map(sentence)])]
}

const prompt = new RegExp(String.raw`(?:^|/)(${examiners.join('|')})\b[^/]*\.(?:md|txt|ya?ml)$`)

/** Nobody can say by code whether an examiner that is told something else asks for less. */
function examiner({ path }: WholeFile, { agents, roles }: Examining): readonly string[] {
  const role =
    prompt.exec(path)?.[1] ??
    examiners.find((each) => {
      const agent = agents[roles[each] ?? '']
      const words = agent !== undefined && 'command' in agent ? (agent.command ?? []) : []
      return words.some((word) => word.replace(/^\.\//, '') === path)
    })
  return role === undefined ? [] : [`${path} decides how the ${role} answers, and is changed`]
}

const deciders = /^(?:pre|post)?(?:build|check|lint|test|types?|typecheck|verify)(?:[:-]|$)/

/** What `npm run lint` runs is an exam whatever it is called, and nobody can say by code whether it asks for less. */
function script({ path, before }: WholeFile, { manifest }: Examining): readonly string[] {
  const scripts = Object.entries(stringsIn(jsonObject(manifest)['scripts']))
  const [name] =
    scripts.find(
      ([each, command]) =>
        deciders.test(each) &&
        command.split(/[\s"'=;&|]+/).some((word) => word.replace(/^\.\//, '') === path),
    ) ?? []
  return name === undefined || before === null || isExam(path)
    ? []
    : [`${path} is what the script "${name}" runs, and is changed`]
}

const sentence = ({ message, place: { path } }: IntegrityFinding): string =>
  `${path ?? 'the set-up'}: ${message.split('. ')[0] ?? message}`

const byText = ({ path, before, after }: WholeFile): readonly string[] => {
  if (/(?:^|\/)loopwright\.ya?ml$/.test(path)) return easierConfig(before ?? '', after ?? '')
  const isLess = before !== null && (after === null || weight(after) < weight(before))
  return isExam(path) && isLess
    ? [`${path}, which holds work to something, ${after === null ? 'is removed' : 'says less'}`]
    : loosened(path, before ?? '', after ?? '')
}

/** Files that decide whether work passes: tests, rules of linters and compilers, gates. */
const isExam = (path: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|spec|gates?|rules)\/|\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)(?:\.?eslint|\.?oxlint|biome|tsconfig|vitest|jest|gates|loopwright\.rules)[^/]*\.(?:json|[cm]?[jt]s|ya?ml)$|(?:^|\/)loopwright\.rules\//.test(
    path,
  )

const weight = (text: string): number => text.replaceAll(/\s+/g, '').length

/** Words that switch an exam off wherever they stand. */
const switches =
  /(?:eslint|oxlint)-disable|@ts-(?:nocheck|ignore)|--passWithNoTests|--no-verify|\b(?:it|test|describe)\.skip\b|\|\|\s*true\b|"strict"\s*:\s*false/g

const loosened = (path: string, before: string, after: string): readonly string[] => {
  const count = (text: string) => [...text.matchAll(switches)].length
  return [
    ...(count(after) > count(before) ? [`${path} switches checks off`] : []),
    ...(weight(leftOut(path, after)) > weight(leftOut(path, before))
      ? [`${path} leaves more files out`]
      : []),
  ]
}

/** What an exam does not look at. */
const leftOut = (path: string, text: string): string =>
  /(?:^|\/)\.(?:eslint|oxlint)ignore$/.test(path)
    ? text
    : isExam(path)
      ? [...text.matchAll(/(?:ignore\w*|exclude\w*|\w+IgnorePatterns)["']?\s*:\s*\[([^\]]*)\]/g)]
          .map(([, list]) => list)
          .join()
      : ''

/** Figures of the configuration that make it harder to pass when they are higher. */
const higherIsHarder: readonly (readonly string[])[] = [
  ['workflows', 'workorder', 'threshold'],
  ['workflows', 'workorder', 'mutation_seconds'],
  ['workflows', 'design', 'threshold'],
  ['workflows', 'improve', 'target'],
  ['workflows', 'improve', 'consecutive'],
]

/** Settings of the configuration that make it harder to pass when they are on. */
const onIsHarder: readonly (readonly string[])[] = [
  ['workflows', 'reflex', 'require_threshold'],
  ['workflows', 'improve', 'prove'],
]

function easierConfig(before: string, after: string): readonly string[] {
  const [one, other] = [readConfig(before), readConfig(after)]
  if (one === null || other === null)
    return ['loopwright.yaml cannot be read, so nobody can say what it loosens']
  const lower = higherIsHarder.flatMap((path) => {
    const [was, is] = [at(one, path), at(other, path)]
    return typeof was === 'number' && typeof is === 'number' && is < was
      ? [`${path.join('.')} falls from ${was} to ${is}`]
      : []
  })
  const off = onIsHarder
    .filter((path) => at(one, path) === true && at(other, path) !== true)
    .map((path) => `${path.join('.')} is switched off`)
  const roles = examiners.flatMap((role) => {
    const [was, is] = [nameIn(at(one, ['roles', role])), nameIn(at(other, ['roles', role]))]
    if (was !== is) return [`the role ${role} goes from ${was} to ${is}`]
    return programOf(one, is) === programOf(other, is)
      ? []
      : [`the role ${role} is answered by another program or model: ${is} is changed`]
  })
  const own =
    JSON.stringify(at(other, ['acceptance', 'self_judgement'])) !==
    JSON.stringify(at(one, ['acceptance', 'self_judgement']))
  const dropped = contractsIn(one)
    .filter((each) => !contractsIn(other).includes(each))
    .map((each) => `work orders are no longer held to ${each}`)
  const weights = ['workflows', 'improve', 'weights']
  const isReweighed = JSON.stringify(at(one, weights)) !== JSON.stringify(at(other, weights))
  return [
    ...lower,
    ...off,
    ...weakened(one, other),
    ...dropped,
    ...(isReweighed ? ['the dimensions of the score get other weights'] : []),
    ...commandsIn(one, other),
    ...roles,
    ...(own ? ['agents may judge their own work'] : []),
    ...fewerWalls(one, other),
  ]
}

/** What stood between agents and a decision, and is gone. */
function fewerWalls(one: unknown, other: unknown): readonly string[] {
  const falls = (path: readonly string[], value: unknown) =>
    at(one, path) !== value && at(other, path) === value
  return [
    ...(falls(['mcp', 'gates'], 'agent')
      ? ['agents may answer questions in place of a person']
      : []),
    ...(falls(['workflows', 'improve', 'autonomous'], true)
      ? ['the loop may approve changes by itself']
      : []),
    ...(falls(['walls'], 'none') ? ['agents run without walls'] : []),
    ...(falls(['sandbox', 'kind'], 'none') ? ['checks run without a sandbox'] : []),
  ]
}

/** Programs that decide whether work builds, passes and is clean. */
const deciding: readonly (readonly string[])[] = [
  ...['build', 'test', 'lint'].map((name) => ['workflows', 'workorder', 'commands', name]),
  ['workflows', 'track', 'build'],
]

const commandsIn = (one: unknown, other: unknown): readonly string[] =>
  deciding.flatMap((path) => {
    const [was, is] = [at(one, path), at(other, path)]
    const text = is === undefined ? "the project's own" : JSON.stringify(is)
    return was === is ? [] : [`the command "${path.at(-1)}" that decides becomes ${text}`]
  })

/** Who answers; how long that may take changes no answer. */
const programOf = (config: unknown, name: string): string =>
  JSON.stringify(at(config, ['agents', name]) ?? null, (key, value: unknown) =>
    key === 'timeout_s' ? undefined : value,
  )

/** From what says nothing to what stops work; without a word of a person a rule does what it has earned. */
const powers = ['off', 'advises', undefined, 'blocks']

function weakened(one: unknown, other: unknown): readonly string[] {
  const [was, is] = [one, other].map((each) => Object(at(each, ['acceptance', 'rules'])))
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((rule) => powers.indexOf(is[rule]) < powers.indexOf(was[rule]))
    .map(
      (rule) =>
        `the rule ${rule} ${is[rule] === 'off' ? 'is switched off' : is[rule] === 'advises' ? 'only advises' : 'no longer blocks for certain'}`,
    )
}

const contractsIn = (config: unknown): readonly string[] => {
  const list = at(config, ['workflows', 'workorder', 'contracts'])
  return Array.isArray(list)
    ? list.map((each) => `${nameIn(at(each, ['name']))} of ${nameIn(at(each, ['path']))}`)
    : []
}

const nameIn = (value: unknown): string => (typeof value === 'string' ? value : 'nobody')

function readConfig(text: string): unknown {
  try {
    const parsed = Config.safeParse(parse(text, { logLevel: 'error' }) ?? {})
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Object(inner)[key] : undefined),
    value,
  )
