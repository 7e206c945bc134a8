import { limits } from '../limits.ts'
import { cellsOf } from '../markdown/read-table.ts'
import { bare, collapse, plain } from '../text/plain-text.ts'

type Keyword = 'given' | 'when' | 'then'
export type ScenarioStep = { readonly keyword: Keyword; readonly text: string }
export type Scenario = {
  readonly name: string
  readonly feature: string
  readonly steps: readonly ScenarioStep[]
  /** The header and the rows of an outline's examples. */
  readonly examples: readonly (readonly string[])[]
}

type Growing = {
  readonly name: string
  readonly feature: string
  readonly steps: ScenarioStep[]
  readonly examples: (readonly string[])[]
}

type Reading = {
  feature: string
  place: 'steps' | 'background' | 'examples'
  inText: boolean
  readonly background: ScenarioStep[]
  readonly found: Growing[]
}

const stepLine = /^(?:[-*+•]\s+)?(given|when|then|and|but|\*)\b[\s:,]*(\S.*)$/i
const titleLine =
  /^(feature|rule|background|scenario|scenario outline|scenario template|example|examples|scenarios)\b\s*\d{0,3}\s*[:–—-]\s*(.*)$/i

/** Whether these lines tell a scenario and not a sentence that happens to begin with "When". */
export function isScenario(lines: readonly string[]): boolean {
  // each line a scenario of its own: then they are not the steps of one
  if (lines.length > 1 && lines.some(isWhole)) return false
  const words = new Set(lines.map((line) => stepLine.exec(line.trim())?.[1]?.toLowerCase() ?? ''))
  return (
    (words.has('given') && (words.has('when') || words.has('then'))) ||
    (words.has('when') && words.has('then'))
  )
}

const isWhole = (line: string): boolean => /^\W{0,4}given\b.*\bwhen\b.*\bthen\b/i.test(line)

/** The scenarios of lines in the Given, When, Then manner, with what a background says before each. */
export function scenariosIn(lines: readonly string[], feature = ''): readonly Scenario[] {
  const reading: Reading = { feature, place: 'steps', inText: false, background: [], found: [] }
  for (const line of lines.slice(0, limits.lines)) readLine(reading, line.trim())
  return reading.found
    .filter(({ steps }) => steps.some(({ keyword }) => keyword !== 'given'))
    .map((scenario) => ({ ...scenario, steps: [...reading.background, ...scenario.steps] }))
}

function readLine(reading: Reading, line: string): void {
  if (line.startsWith('"""')) reading.inText = !reading.inText
  if (reading.inText || line === '' || /^(?:#|@|""")/.test(line)) return
  const title = titleLine.exec(line)
  if (title) return readTitle(reading, (title[1] ?? '').toLowerCase(), plain(title[2] ?? ''))
  if (line.startsWith('|')) {
    if (reading.place === 'examples') reading.found.at(-1)?.examples.push(cellsOf(line))
    return
  }
  const step = stepLine.exec(line)
  if (step) addStep(reading, (step[1] ?? '').toLowerCase(), plain(step[2] ?? ''))
  else extend(stepsHere(reading), plain(line))
}

function readTitle(reading: Reading, word: string, text: string): void {
  reading.place = 'steps'
  if (word === 'feature' || word === 'rule') reading.feature = text || reading.feature
  else if (word === 'background') reading.place = 'background'
  else if (word === 'examples' || word === 'scenarios') reading.place = 'examples'
  else reading.found.push({ name: bare(text), feature: reading.feature, steps: [], examples: [] })
}

function addStep(reading: Reading, word: string, text: string): void {
  const before = stepsHere(reading).at(-1)?.keyword
  const keyword =
    word === 'given' || word === 'when' || word === 'then' ? word : (before ?? 'given')
  // lines without titles: a new "Given" after a "Then" begins another scenario
  const another = reading.found.length === 0 || (word === 'given' && before === 'then')
  if (reading.place !== 'background' && another)
    reading.found.push({ name: '', feature: reading.feature, steps: [], examples: [] })
  if (text !== '') stepsHere(reading).push({ keyword, text: bare(text) })
}

function extend(steps: ScenarioStep[], line: string): void {
  const last = steps.pop()
  if (last) steps.push({ keyword: last.keyword, text: collapse(`${last.text} ${line}`) })
}

const stepsHere = (reading: Reading): ScenarioStep[] =>
  reading.place === 'background' ? reading.background : (reading.found.at(-1)?.steps ?? [])

/** A scenario told in one sentence: "Given A, when B, then C". */
export function asScenarioLines(sentence: string): readonly string[] {
  if (!/\bthen\b/i.test(sentence) || !/^\W{0,4}(?:given|when)\b/i.test(sentence)) return []
  const lines = sentence.split(/[,;.]?\s+(?=(?:given|when|then|but)\b)/i)
  // "if … then the system shall" and "when …, then the system shall" belong to another manner
  return /\b(?:shall|must)\b/i.test(sentence) || !isScenario(lines) ? [] : lines
}
