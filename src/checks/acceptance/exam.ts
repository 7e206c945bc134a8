import { squeeze } from '../../kit/lines.ts'
import {
  met,
  undecided,
  unmet,
  type Answer,
  type Examiner,
  type Vocabulary,
} from '../../obligations/examine.ts'
import { calls, isLiteral } from '../../obligations/call-forms.ts'
import { howItIsNow } from '../code/vocabulary.ts'
import { isTestKind, kindOfFile } from '../integrity/change.ts'
import { jsonObject } from '../integrity/package-json.ts'
import { testsAnswer, unchangedAnswer } from './run-obligations.ts'
import { keepForms, testForms } from './run-forms.ts'
import { type CodeIndex, indexCode, plainPath, type Scalar } from './code-index.ts'
import { type CodeToExamine, examineCall, type Of } from './exam-calls.ts'
import { examinePackage, packageForms } from './exam-package.ts'
import { examinePhrase } from './exam-phrase.ts'
import { aboutOf, examineTopic, placesOf } from './exam-topic.ts'
import { settleSentences } from './settle.ts'

/** How tasks speak of code. */
export const codeVocabulary: Vocabulary = {
  glue: new Set(
    `function method class module file constant export exported flag option argument parameter cli api library package
    project code source typescript javascript type interface call value npm fix expect expected`.split(
      /\s+/,
    ),
  ),
  forms: [calls, testForms, keepForms, packageForms],
  asIs: howItIsNow,
}

/** Answers what was asked of code: calls are run, names and values are looked up. */
export function openChangeExaminer(code: CodeToExamine): Examiner {
  const index = indexCode(code.after, code.read, new Set(code.paths))
  return {
    vocabulary: codeVocabulary,
    isLate: (check) => check.type === 'name' && isMeasured(check),
    examine(check) {
      switch (check.type) {
        case 'call':
          return check.result === undefined && check.throws !== true
            ? examineName(code, index, { type: 'name', name: check.callee.split('.')[0] ?? '' })
            : examineCall(code, index, check)
        case 'name':
          return examineName(code, index, check)
        case 'phrase':
          return examinePhrase(code, index, check)
        case 'value':
          return examineValue(index, check)
        case 'endpoint':
          return examineEndpoint(index, check)
        case 'fields':
          return examineFields(index, check)
        case 'pattern':
          return examinePattern(code, check)
        case 'command':
          return examineCommand(code, check)
        case 'topic':
          return examineTopic(code, index, check)
        case 'limit':
        case 'resource':
          return undecided(placesOf(index, check))
      }
    },
    async settle(decided) {
      const facts = await code.facts
      return facts === undefined
        ? decided.map(({ obligation }) => obligation)
        : settleSentences(decided, facts, {
            paths: [...code.after.keys()],
            read: code.read,
            about: aboutOf(code.after),
          })
    },
  }
}

/** Told by the project's own commands, not by its code. */
const isMeasured = ({ role }: Pick<Of<'name'>, 'role'>): boolean =>
  role === 'tests' || role === 'unchanged'

const fileRole = /^(?:file|folder|directory|path)$/

async function examineName(
  code: CodeToExamine,
  index: CodeIndex,
  { name, role }: Of<'name'>,
): Promise<Answer> {
  const { after } = code
  if (role === 'package') return examinePackage(code, name)
  if (isMeasured({ role })) {
    const facts = await code.facts
    if (facts === undefined) return undecided('nothing was run')
    return role === 'tests' ? testsAnswer(name, facts) : unchangedAnswer(name, facts)
  }
  if (jsonObject(after.get('package.json'))['name'] === name)
    return met(`the package is called ${name}`, 'package.json')
  if (fileRole.test(role ?? '') || /^[\w@./-]+\/[\w@./-]*$|\.[a-z]{2,4}$/.test(name)) {
    const path = [...after.keys()].find(
      (each) =>
        each === name ||
        each.endsWith(`/${name}`) ||
        each.startsWith(`${name.replace(/\/$/, '')}/`),
    )
    if (path !== undefined) return met(`${path} is there`, path)
    if (fileRole.test(role ?? '')) return unmet(`no file of the project is called ${name}`)
  }
  const bare = name.replace(/\(.*\)$/, '')
  if (isLiteral(bare)) return undecided(`${bare} is a value`)
  const [home] = index.exportersOf(bare)
  if (home !== undefined) return met(`${home} exports ${bare}`, home)
  const place = index.placeOf(bare) ?? flagPlace(index, bare)
  const isCallable = /^(?:function|class|export)$/.test(role ?? '') || name.endsWith(')')
  if (place !== null)
    return isCallable && !index.isMember(bare)
      ? undecided(`${bare} is at ${place}, but nothing exports it`)
      : met(`the code names ${bare}`, place)
  const elsewhere = [...after].find(
    ([path, text]) => !isTestKind(kindOfFile(path)) && text.includes(bare),
  )
  return elsewhere === undefined
    ? unmet(`no file of the project names ${bare}, tests left out`)
    : undecided(`${bare} stands in ${elsewhere[0]}, but not as a name in code`)
}

const argumentParsers = [
  'parseArgs',
  'yargs',
  'meow',
  'commander',
  'mri',
  'minimist',
  'citty',
  'cac',
]

/** `--dry-run` as parsers of arguments know it. */
function flagPlace(index: CodeIndex, name: string): string | null {
  const [, flag] = /^--?([a-z][\w-]*)$/.exec(name) ?? []
  if (flag === undefined || argumentParsers.every((each) => index.placeOf(each) === null))
    return null
  const inCode = flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return index.placeOf(flag) ?? index.placeOf(inCode)
}

/** A word of prose is no name of a variable: "exit code 2" sets no `code`. */
const isCodeName = (name: string): boolean => /[A-Z_.]|-\w|\d/.test(name)

function examineValue(index: CodeIndex, { name, value }: Of<'value'>): Answer {
  const placeds = index.valuesOf(name)
  if (placeds.length === 0) {
    const place = index.placeOf(name)
    return undecided(
      `nothing in the code sets ${name} to a plain value${place === null ? '' : ` (it is named at ${place})`}`,
    )
  }
  const equal = placeds.filter((each) => isSame(each.value, value))
  const [first] = placeds
  if (equal.length === 0 && (!isCodeName(name) || /\s/.test(String(value))))
    return undecided(
      `${name} is ${String(first?.value)} at ${first?.where}; whether ${String(value)} is meant nobody can tell`,
    )
  if (equal.length === 0)
    return unmet(`${name} is ${String(first?.value)}, not ${String(value)}`, first?.where)
  return equal.length === placeds.length
    ? met(`${name} is ${String(value)}`, equal[0]?.where)
    : undecided(
        `${name} has several values: ${placeds
          .slice(0, 4)
          .map((each) => `${String(each.value)} at ${each.where}`)
          .join(', ')}`,
      )
}

const isSame = (one: Scalar, other: Scalar): boolean =>
  one === other || (one !== null && other !== null && String(one) === String(other))

function examineEndpoint(index: CodeIndex, { method, path }: Of<'endpoint'>): Answer {
  const wanted = `${method.toLowerCase()} ${plainPath(path)}`
  const placed = index.routes.find(({ value }) => value === wanted)
  if (placed !== undefined) return met(`${method} ${path} is routed`, placed.where)
  const segment = path.split('/').find((part) => /^[\w-]+$/.test(part))
  const near =
    segment === undefined ? undefined : index.texts.find(({ value }) => value.includes(segment))
  const file = index.files.find(
    (each) => segment !== undefined && each.split(/[/.]/).includes(segment),
  )
  if (near === undefined && file === undefined)
    return unmet(`no code of the project speaks of ${path}`)
  return undecided(
    `no route is written as ${method} ${path}; ${near?.where ?? file ?? ''} speaks of it`,
  )
}

function examineFields(index: CodeIndex, { fields }: Of<'fields'>): Answer {
  const places = fields.map(({ name }) => ({ name, place: index.placeOf(name) }))
  const missing = places.filter(({ place }) => place === null).map(({ name }) => name)
  if (missing.length > 0) return unmet(`no code of the project names ${missing.join(', ')}`)
  return undecided(
    `the code names ${places.map(({ name, place }) => `${name} at ${place}`).join(', ')}; whether they belong together no check can tell`,
  )
}

function examinePattern(
  { after, before, paths }: CodeToExamine,
  { pattern, flags }: Of<'pattern'>,
): Answer {
  const expression = new RegExp(pattern, flags.includes('m') ? flags : `${flags}m`)
  const looked = before === null ? [...after.keys()] : paths
  for (const path of looked) {
    const match = isTestKind(kindOfFile(path)) ? null : expression.exec(after.get(path) ?? '')
    if (match !== null) return met(`${path} has ${squeeze(match[0]).slice(0, 120)}`, path)
  }
  return unmet(
    `nothing in ${before === null ? 'the project' : 'the changed files'} matches ${pattern}, tests left out`,
  )
}

async function examineCommand(
  { bench, signal }: CodeToExamine,
  { command }: Of<'command'>,
): Promise<Answer> {
  const ran = await bench.run({ argv: ['sh', '-c', command], limits: { wallMs: 120_000 } }, signal)
  if (!ran.ok) return undecided(ran.error.reason)
  if (ran.value.type === 'stopped') return undecided(`${command} did not end in time`)
  if (ran.value.code === 0) return met(`${command} ends well`, command)
  const said = squeeze(`${ran.value.stdout} ${ran.value.stderr}`).slice(-200)
  return ran.value.code === 127
    ? undecided(`${command} could not run: ${said}`)
    : unmet(`${command} fails: ${said}`, command)
}
