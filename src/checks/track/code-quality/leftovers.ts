import { functionsOf } from '../../integrity/functions.ts'
import { introduced } from '../../integrity/introduced.ts'
import { commentBlocks, leftovers, readAsCode } from '../../integrity/leftovers.ts'
import { moduleGraph } from '../../integrity/module-graph.ts'
import { chainOf, dotted } from '../../integrity/names.ts'
import {
  above,
  all,
  is,
  isFunction,
  lineAt,
  type Source,
  type Typed,
} from '../../integrity/source.ts'
import { holdsUnless, type Issue, met, type Part, undecided, unmet } from '../evaluation.ts'
import { importsOf, packageOf } from '../imports.ts'
import { issueAt, issueOfFinding, kindOf, type TrackCode } from '../track-code.ts'

const strong =
  /[;{]\s*$|^\s*(?:const|let|var|return|await|import|export|if|for|while|switch|throw)\b.*[()='"`]|^\s*<\/?[A-Za-z][^>]*>/m

/** Code in comments, which nobody runs and everybody reads. */
export function noCommentedCode(code: TrackCode): Part {
  const issues = code.touched('source', 'script', 'test', 'support').flatMap((source) =>
    commentBlocks(source.comments, source)
      .filter(
        (block) => code.isOwn(source, block) && strong.test(block.text) && isCode(code, block.text),
      )
      .map((block) =>
        issueAt(source, block, 'code stands in a comment', 'take it out; the history keeps it'),
      ),
  )
  return holdsUnless('no-commented-code', 'no code stands in comments', {
    issues,
    reason: 'no comment of the track holds code',
  })
}

const isCode = (code: TrackCode, text: string): boolean =>
  readAsCode(text, code.change) !== null ||
  (/^\s*<[A-Za-z][^]*>\s*$/.test(text) &&
    code.change.parse('comment.tsx', `<>${text}</>`)?.broken === false)

const mark = /\b(?:TODO|FIXME|XXX|HACK)\b/
const withTicket = /\b(?:TODO|FIXME|XXX|HACK)\b\W{0,3}(?:[A-Z]{2,}-\d+|#\d+|https?:)/

export function noTodos(code: TrackCode): Part {
  const about = 'no TODO or FIXME is left'
  const marks = code.touched('source', 'script', 'test', 'support').flatMap((source) =>
    source.comments.flatMap(
      ({ value, start }): readonly (Issue & { readonly isPlanned: boolean })[] => {
        const place = { start: start + 2 + Math.max(0, value.search(mark)) }
        if (!mark.test(value) || !code.isOwn(source, place)) return []
        const text =
          value
            .slice(Math.max(0, value.search(mark)))
            .split('\n')[0]
            ?.trim() ?? ''
        return [
          {
            ...issueAt(source, place, text, 'do it, or write it down as discovered work'),
            isPlanned: withTicket.test(value),
          },
        ]
      },
    ),
  )
  const open = marks.filter(({ isPlanned }) => !isPlanned)
  if (open.length > 0) return unmet('no-todos', about, open)
  const [planned] = marks
  return planned === undefined
    ? met('no-todos', about, 'the track leaves none')
    : undecided(
        'no-todos',
        about,
        `${planned.message} (${planned.path ?? ''}:${planned.line ?? 1}) names a ticket: may it stay?`,
      )
}

/** Messages for whoever wrote the code, in code that others run. */
export function noDebugging(code: TrackCode): Part {
  const about = 'no console.log and no debugger is left in product code'
  const logs = introduced(code.change, (source) =>
    kindOf(source.path) === 'source' ? all(source, 'CallExpression').filter(isLog) : [],
  )
    .filter(
      ({ source, node }) =>
        code.facts.touched.includes(source.path) &&
        !speaksByConsole(code, source) &&
        !isMeant(source, node),
    )
    .map(({ source, node }) =>
      issueAt(
        source,
        node,
        `${dotted(node.callee)} is left in product code`,
        'take it out, or use the logger',
      ),
    )
  const stops = leftovers
    .look(code.change)
    .filter(({ rule }) => rule === 'integrity/debugging-left')
    .map((each) => issueOfFinding(each, 'take it out'))
  return holdsUnless('no-debugging', about, {
    issues: [...logs, ...stops],
    reason: 'the track writes nothing to the console',
  })
}

const isLog = ({ callee }: Typed<'CallExpression'>): boolean =>
  /^console\.(?:log|debug|dir|table|trace|count|time|timeEnd)$/.test(dotted(callee))

/** A program for terminals, or a module whose job it is to write the log. */
function speaksByConsole(code: TrackCode, source: Source): boolean {
  const starts = /^#!|\bprocess\.argv\b|\bprocess\.std(?:in|out)\b|\bparseArgs\b/.test(source.text)
  const isCommand = importsOf(code, source.path).some(({ request }) =>
    /^(?:commander|yargs|cac|meow|@clack\/.+|inquirer|@inquirer\/.+|chalk|picocolors|kleur|ora|@oclif\/.+|clipanion|citty|prompts)$/.test(
      packageOf(request) ?? '',
    ),
  )
  const isStarted =
    /"bin"\s*:/.test(code.facts.files.get('package.json') ?? '') &&
    reachesFromBin(code, source.path)
  return (
    starts ||
    isCommand ||
    isStarted ||
    /(?:^|\/)(?:log|logger|logging|cli|commands?)(?:\/|[.-])/.test(source.path)
  )
}

/** Whether the project is a command, so that its output is what it writes to the console. */
function reachesFromBin(code: TrackCode, path: string): boolean {
  const visited = new Set(
    [...moduleGraph(code.change, 'after').entries].filter((entry) =>
      /bin|cli|main|index/.test(entry),
    ),
  )
  for (const at of visited) {
    if (at === path) return true
    for (const { target } of importsOf(code, at)) if (target !== null) visited.add(target)
  }
  return false
}

const starting = /\.listen\(|\bserve\(/

/** "listening on port 3000", a line of a structured log, or a function whose one job it is. */
function isMeant(source: Source, node: Typed<'CallExpression'>): boolean {
  const [given] = node.arguments
  const isJson = is('CallExpression')(given) && dotted(given.callee) === 'JSON.stringify'
  const isListening = [...above(source, node)].some((each) => {
    const up = isFunction(each) ? source.parentOf.get(each) : undefined
    return (
      is('CallExpression')(up) && /^(?:listen|serve|on|once)$/.test(chainOf(up.callee).at(-1) ?? '')
    )
  })
  // what a program says while it starts
  const isTop =
    ![...above(source, node)].some((each) => isFunction(each)) && starting.test(source.text)
  const isStart =
    /\b(?:listening|started|running|ready)\b/i.test(source.text.slice(node.start, node.end)) &&
    starting.test(source.text)
  const holder = functionsOf(source).find(
    ({ node: each }) =>
      each.start <= node.start &&
      each.end >= node.end &&
      lineAt(source.text, each.end) - lineAt(source.text, each.start) <= 4,
  )
  const isLogger =
    holder !== undefined &&
    /^(?:log|info|debug|trace|print|write|report|notify)/i.test(holder.short)
  return isJson || isListening || isTop || isStart || isLogger
}
