import { squeeze } from '../../kit/lines.ts'
import type { FileTree } from '../../model/file-tree.ts'
import type { DemandCheck } from '../../obligations/demand.ts'
import { met, undecided, unmet, type Answer } from '../../obligations/examine.ts'
import type { Workbench } from '../../ports/workbench.ts'
import { whyLearnt } from '../code/hard-coded.ts'
import { parseFile } from '../code/syntax.ts'
import type { RunFacts } from './run-obligations.ts'
import type { CodeIndex } from './code-index.ts'
import { runCall, type Ran } from './run-calls.ts'
import type { ReadSource } from './test-proof.ts'

export type Of<Type extends DemandCheck['type']> = Extract<DemandCheck, { type: Type }>

export type CodeToExamine = {
  readonly bench: Workbench
  /** Absent where a whole project is judged. */
  readonly before: FileTree | null
  readonly after: FileTree
  readonly paths: readonly string[]
  readonly read: ReadSource
  readonly signal: AbortSignal
  /** What the engine's own runs know; absent where nothing was run. */
  readonly facts?: RunFacts | Promise<RunFacts | undefined>
}

const mostModules = 4

/** Runs a call against the code that exports it; several that do must agree. */
export async function examineCall(
  code: CodeToExamine,
  index: CodeIndex,
  check: Of<'call'>,
): Promise<Answer> {
  const root = check.callee.split('.')[0] ?? ''
  const homes = index.exportersOf(root)
  if (homes.length === 0) {
    const place = index.placeOf(root)
    return place === null
      ? unmet(`no code of the project names ${root}`)
      : undecided(`${root} is at ${place}, but nothing exports it, so that it cannot be called`)
  }
  const answers: Answer[] = []
  for (const home of homes.slice(0, mostModules)) {
    const names = namesIn(check, index, { root, home })
    const call = {
      call: check.call,
      names,
      ...(check.result === undefined ? {} : { result: check.result }),
    }
    const after = await runCall(code.bench, call, code.signal)
    const answer = await unlessLearnt(code, check, { answer: answerOf(check, after, home), home })
    answers.push(
      answer.status === 'met' ? await withBefore(code, call, { answer, check, home }) : answer,
    )
  }
  const [first] = answers
  if (first === undefined) return undecided('it could not be run')
  return answers.every(({ status }) => status === first.status)
    ? first
    : (answers.find(({ status }) => status === 'undecided') ??
        undecided(`${root} of ${homes.join(' and ')} answer differently`))
}

/** Where the names come from that a call and its result use. */
function namesIn(
  { call, result = '' }: Of<'call'>,
  index: CodeIndex,
  { root, home }: { readonly root: string; readonly home: string },
): Readonly<Record<string, string>> {
  const bare = `${call} ${result}`.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '')
  const names: Record<string, string> = { [root]: home }
  for (const [name] of bare.matchAll(/(?<![.\w$])[A-Za-z_$][\w$]*(?!\s*:)/g)) {
    const [from] = index.exportersOf(name)
    if (from !== undefined && !Object.hasOwn(names, name)) names[name] = from
  }
  return names
}

function answerOf(check: Of<'call'>, ran: Ran, home: string): Answer {
  const { call, result, throws, error, message } = check
  switch (ran.type) {
    case 'unloaded':
      return undecided(`${call} could not be run: ${ran.message}`)
    case 'threw':
      if (throws === true && error !== undefined && !ran.classes.includes(error))
        return unmet(`${call} throws ${ran.classes[0] ?? 'something'}, not ${error}`, home)
      if (
        throws === true &&
        message !== undefined &&
        !squeeze(ran.message).includes(squeeze(message))
      )
        return unmet(`${call} throws "${ran.message}", not "${message}"`, home)
      return throws === true
        ? met(`${call} throws ${ran.classes[0] ?? ''}: ${ran.message}`, home)
        : unmet(`${call} throws (${ran.message}) instead of giving ${result ?? 'a value'}`, home)
    case 'same':
      return met(`${call} gives ${ran.shown}`, home)
    case 'other':
      return unmet(
        `${call} gives ${ran.shown}${throws === true ? ' and does not throw' : `, not ${result ?? ''}`}`,
        home,
      )
  }
}

/** A right answer that the code knows by heart shows nothing. */
async function unlessLearnt(
  { after }: CodeToExamine,
  { call, callee, result }: Of<'call'>,
  { answer, home }: { readonly answer: Answer; readonly home: string },
): Promise<Answer> {
  if (answer.status !== 'met' || result === undefined) return answer
  const source = await parseFile(home, after.get(home) ?? '')
  const why = await whyLearnt(source, callee, { call, result })
  return why === null
    ? answer
    : undecided(`${answer.reason}, but ${why} (${home}): whether it does more takes a reader`)
}

type Green = { readonly answer: Answer; readonly check: Of<'call'>; readonly home: string }

/** Red before and green after is the strongest evidence; the files of the change are put back for a moment. */
async function withBefore(
  { bench, before, after, paths, signal }: CodeToExamine,
  call: Parameters<typeof runCall>[1],
  { answer, check, home }: Green,
): Promise<Answer> {
  if (before === null || paths.length === 0) return answer
  for (const path of paths) await bench.write(path, before.get(path) ?? null)
  const ran = await runCall(bench, call, signal)
  for (const path of paths) await bench.write(path, after.get(path) ?? null)
  const old = answerOf(check, ran, home)
  const said =
    old.status === 'met'
      ? 'it did so before the change as well'
      : `before the change: ${old.reason}`
  return {
    ...answer,
    reason: `${answer.reason}; ${said}`,
    evidence: [...answer.evidence, { text: said }],
  }
}
