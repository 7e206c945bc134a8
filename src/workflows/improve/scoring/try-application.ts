import { jsonObject, stringsIn } from '../../../checks/integrity/package-json.ts'
import type { ApplicationFacts as Running } from '../../../checks/track/facts.ts'
import { outputOf } from '../../../checks/acceptance/run-command.ts'
import type { FileTree } from '../../../model/file-tree.ts'
import type { Obligation } from '../../../model/obligation.ts'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { SandboxRun } from '../../../ports/sandbox.ts'
import type { Workbench } from '../../../ports/workbench.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import type { Evidence, Questions } from './criteria.ts'
import { decided, notAsked, seemsBroken } from './questions.ts'

type Answers = Pick<Questions, 'help' | 'errors'>
/** With whether each program runs at all. */
export type Tries = Answers & { readonly runs: readonly Obligation[] }

const stack = /\n\s+at .+[:(]\d+:\d+\)?/

/** Programs that people start by name; one that package.json names may come from the build. */
export function programsIn(files: FileTree): readonly string[] {
  const { bin } = jsonObject(files.get('package.json'))
  const named = typeof bin === 'string' ? [bin] : Object.values(stringsIn(bin))
  const marked = [...files].flatMap(([path, text]) =>
    /^#!.*\bnode\b/.test(text) && !/(?:^|\/)scripts\//.test(path) ? [path] : [],
  )
  return [...new Set([...named.map((path) => path.replace(/^\.\//, '')), ...marked])].slice(0, 3)
}

const seconds = 20
const buildSeconds = 120

/** Asks programs for help and gives them an option that none knows. */
export async function tryPrograms(
  bench: Workbench,
  programs: readonly string[],
  signal: AbortSignal,
): Promise<Tries> {
  const isThere = async (path: string) => (await bench.read(path)) !== null
  const { build } = stringsIn(jsonObject((await bench.read('package.json')) ?? '')['scripts'])
  if (build !== undefined && (await Promise.all(programs.map(isThere))).includes(false))
    await bench.run(
      { argv: ['npm', 'run', 'build'], limits: { wallMs: buildSeconds * 1000 } },
      signal,
    )
  const tried: ProgramTry[] = []
  for (const path of programs) {
    const one = (await isThere(path)) ? await tryProgram(bench, path, signal) : missing(path)
    if (one === null) {
      const open = { status: 'undecided', reason: 'programs could not be started' } as const
      return { help: open, errors: open, runs: [] }
    }
    tried.push(one)
  }
  return {
    help: decided(tried.flatMap(({ help }) => help)),
    errors: decided(tried.flatMap(({ errors }) => errors)),
    runs: tried.map(({ path, dead }) => runs(path, dead)),
  }
}

type ProgramTry = {
  readonly path: string
  readonly help: readonly Evidence[]
  readonly errors: readonly Evidence[]
  /** Why it does not run at all. */
  readonly dead: string | undefined
}

function missing(path: string): ProgramTry {
  const dead = `package.json names the program ${path}, and it is not there`
  const fault = { text: dead, path: 'package.json', line: 1 }
  return { path, help: [fault], errors: [fault], dead }
}

const codeOf = (run: SandboxRun): number | null => (run.type === 'exited' ? run.code : null)

/** What no input is to blame for. */
const bug = /^\s*(?:Uncaught\s+)?((?:Reference|Type|Syntax)Error\b.*)/m

async function tryProgram(
  bench: Workbench,
  path: string,
  signal: AbortSignal,
): Promise<ProgramTry | null> {
  const run = (option: string) =>
    bench.run({ argv: ['node', path, option], limits: { wallMs: seconds * 1000 } }, signal)
  const asked = await run('--help')
  const wrong = await run('--no-such-option')
  if (!asked.ok || !wrong.ok) return null
  const flaws = [asked.value, wrong.value].map((ran) =>
    codeOf(ran) === 0 ? undefined : bug.exec(outputOf(ran))?.[1],
  )
  const explains = codeOf(asked.value) === 0 && outputOf(asked.value).trim() !== ''
  const [code, output] = [codeOf(wrong.value), outputOf(wrong.value)]
  const why =
    code === null
      ? 'does not end'
      : stack.test(output)
        ? 'prints a stack trace'
        : code !== 0 && output.trim() === ''
          ? 'fails without a word'
          : null
  return {
    path,
    help: explains ? [] : [{ text: `\`node ${path} --help\` explains nothing`, path, line: 1 }],
    errors:
      why === null ? [] : [{ text: `\`node ${path} --no-such-option\` ${why}`, path, line: 1 }],
    dead: flaws.includes(undefined) ? undefined : `${path}, whatever it is given: ${flaws[0]}`,
  }
}

const runs = (path: string, dead: string | undefined): Obligation => ({
  id: `workflow.runs.${path}`,
  statement: `the program ${path} runs`,
  source: { kind: 'workflow', text: `the program ${path} runs` },
  weight: 'must',
  decided_by: 'command',
  status: dead === undefined ? 'met' : 'unmet',
  reason: dead ?? 'it does not break down',
  evidence: [{ text: dead ?? 'it does not break down', where: path }],
})

/** Whether it answers with a page, seen or not. */
export async function hasPages({ request, pages }: Running): Promise<boolean> {
  if (pages.size > 0) return true
  const first = await request({ method: 'GET', path: '/', headers: { accept: 'text/html' } })
  return first !== null && first.status < 400 && /html/.test(first.headers['content-type'] ?? '')
}

const pageMs = 60_000

/** Looks once more at the pages on which something seems not to work. */
export async function lookAgain(
  { openBrowser }: Pick<Workspace, 'openBrowser'>,
  { origin, pages }: Running,
  signal: AbortSignal,
): Promise<readonly PageFacts[]> {
  const doubtful = [...pages.values()].filter(seemsBroken)
  if (doubtful.length === 0) return []
  const browser = await openBrowser()
  try {
    const looks: PageFacts[] = []
    for (const { page } of doubtful) {
      const options = { page, signal, timeoutMs: pageMs, pictures: false }
      const look = await browser.look({ type: 'server', origin }, options)
      if (look.ok) looks.push(look.value)
    }
    return looks
  } finally {
    await browser.close()
  }
}

const starts = ['start', 'dev', 'preview']

/** Whether it is meant to be started. */
export const isServed = (files: FileTree): boolean =>
  starts.some((name) => name in stringsIn(jsonObject(files.get('package.json'))['scripts']))

/**
 * Asks an API for what it cannot know, and sends it what is no JSON. Pages may answer every path with one page; null
 * where they have no API beside them.
 */
export async function tryApi(
  { request }: Running,
  spec: string,
  isApi: boolean,
): Promise<Answers | null> {
  const named = [...spec.matchAll(/\b(POST|PUT|PATCH)`?\s+`?(\/[\w/.-]+)/g)]
  const routes = new Map(
    named.map(([, method = '', path = '']) => [`${method} ${path}`, { method, path }]),
  )
  const headers = { 'content-type': 'application/json' }
  const asked = [
    ...(isApi ? [{ method: 'GET', path: '/no-such-path-here' }] : []),
    ...[...routes.values()].slice(0, 3).map((route) => ({ ...route, headers, body: '{"a":' })),
  ]
  if (asked.length === 0) return null
  const errors: Evidence[] = []
  for (const each of asked) {
    const answer = await request(each)
    const why =
      answer === null
        ? 'gets no answer'
        : stack.test(answer.body)
          ? 'answers with a stack trace'
          : answer.status < 400 || answer.status > 499
            ? `answers ${answer.status}`
            : answer.body.trim() === ''
              ? `answers ${answer.status} without a word`
              : null
    const what = 'body' in each ? ' with what is no JSON' : ''
    if (why !== null) errors.push({ text: `${each.method} ${each.path}${what} ${why}` })
  }
  return { help: notAsked('an API has no command line'), errors: decided(errors) }
}
