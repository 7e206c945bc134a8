import type { Change, TextChange } from './change.ts'
import { isTestKind, kindOfFile } from './file-kind.ts'
import type { IntegrityFinding } from './finding.ts'
import { coveredBy } from '../../kit/glob.ts'
import { findingGone, rulesOf, type Family } from './rule.ts'
import { isScriptPath } from './source.ts'
import { tokensOf } from './tokens.ts'

const rules = rulesOf('architecture', {
  'out-of-scope': [
    'fail',
    'A file changed that the task does not speak of',
    'What nobody asked for, nobody looks at.',
    'Leave the file as it was, or have it added to the task.',
  ],
  'generated-edited': [
    'warn',
    'A file that a program makes was changed by hand',
    'The next run of that program takes the change away.',
    'Change what the file is made from.',
  ],
  'built-file-added': [
    'warn',
    'A file that the build makes was put beside the source',
    'It grows old while the source goes on.',
    'Leave it out; let the build make it.',
  ],
  'scratch-left': [
    'fail',
    'Something that was only for the work is left',
    'It has no meaning for anybody else.',
    'Take it out.',
  ],
  'files-hidden': [
    'warn',
    'Files of the project are hidden from its history',
    'What is ignored is neither looked at nor kept.',
    'Take the line out.',
  ],
  'only-layout': [
    'info',
    'A file changed only in its layout',
    'It hides the real change among many lines.',
    'Format files in a change of their own.',
  ],
})

export const scope: Family = { family: 'scope', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return [
    ...change.texts.flatMap((text) => outside(text, change)),
    ...generated(change),
    ...built(change),
    ...change.texts.flatMap(scratch),
    ...hiddenFiles(change),
    ...change.texts.flatMap(layoutOnly),
  ]
}

const told = (
  rule: keyof typeof rules,
  path: string,
  message: string,
  severity?: 'info',
): IntegrityFinding =>
  findingGone(
    rules[rule],
    { path, line: 1 },
    { message, evidence: '', ...(severity === undefined ? {} : { severity }) },
  )

function outside({ path, oldPath }: TextChange, { asked }: Change): readonly IntegrityFinding[] {
  const allowed = asked.scope
  if (allowed === undefined || coveredBy(path, allowed) || coveredBy(oldPath, allowed)) return []
  // tests and the lock file follow what they belong to
  const follows = isTestKind(kindOfFile(path)) && isScriptPath(path)
  const isLock =
    /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml)$/.test(path) &&
    coveredBy('package.json', allowed)
  if (isLock) return []
  return [
    told(
      'out-of-scope',
      path,
      `${path} is outside of what was asked for`,
      follows ? 'info' : undefined,
    ),
  ]
}

/** Files that say of themselves, or by their place, that a program makes them. */
function generated(change: Change): readonly IntegrityFinding[] {
  const others = change.texts.some(
    ({ path }) => !isMade(path, change) && !isTestKind(kindOfFile(path)),
  )
  return change.texts
    .filter(({ path, before }) => before !== null && isMade(path, change))
    .map(({ path }) =>
      told(
        'generated-edited',
        path,
        `${path} is made by a program`,
        others && !/node_modules|vendor|third[-_]party/.test(path) ? 'info' : undefined,
      ),
    )
}

const scratchName =
  /\.(?:orig|rej|bak|tmp|swp|log|patch)$|(?:^|\/)(?:scratch|tmp|temp|debug|untitled|playground)(?:[-_.]?\w*)?\.[cm]?[jt]sx?$/i

function scratch({ path, before, after }: TextChange): readonly IntegrityFinding[] {
  const marks = (text: string | null) => /^<{7} [^\n]*\n[^]*^={7}$[^]*^>{7} /m.test(text ?? '')
  if (marks(after) && !marks(before))
    return [told('scratch-left', path, `${path} holds the marks of a merge`)]
  return before === null && after !== null && scratchName.test(path)
    ? [told('scratch-left', path, `${path} was only for the work`)]
    : []
}

function hiddenFiles(change: Change): readonly IntegrityFinding[] {
  return change.texts.flatMap(({ path, before, after }) => {
    if (!/(?:^|\/)\.gitignore$/.test(path) || after === null) return []
    const old = new Set((before ?? '').split('\n').map((line) => line.trim()))
    const fresh = after
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !/^[#!]/.test(line) && !old.has(line))
    const isOwn = (file: string) => isScriptPath(file) && kindOfFile(file) !== 'generated'
    const hit = fresh.find((line) =>
      [...change.after.keys()].some(
        (file) => isOwn(file) && (coveredBy(file, [line]) || coveredBy(file, [`**/${line}`])),
      ),
    )
    return hit === undefined
      ? []
      : [told('files-hidden', path, `${hit} hides files of the project`)]
  })
}

/** The first files of a folder that builds fill. */
function built(change: Change): readonly IntegrityFinding[] {
  return change.texts.flatMap(({ path, before }) => {
    const folder = /^(?:.*\/)?(?:dist|build|out|coverage|node_modules|\.next|\.cache)\//.exec(
      path,
    )?.[0]
    if (before !== null || folder === undefined) return []
    const stood = [...change.before.keys()].some((each) => each.startsWith(folder))
    return stood ? [] : [told('built-file-added', path, `${path} is made by the build`)]
  })
}

function isMade(path: string, { before }: Change): boolean {
  if (kindOfFile(path) === 'generated') return true
  const head = (before.get(path) ?? '').slice(0, 400)
  return /^\s*(?:\/\/|\/\*|#|<!--)[^]*?(?:@generated|do not edit|auto-?generated|generated by)/i.test(
    head,
  )
}

function layoutOnly({ path, before, after }: TextChange): readonly IntegrityFinding[] {
  if (before === null || after === null || !isScriptPath(path)) return []
  const lines = Math.abs(before.split('\n').length - after.split('\n').length)
  const same =
    tokensOf(before)
      .map(({ text }) => text)
      .filter(isWord)
      .join(' ') ===
    tokensOf(after)
      .map(({ text }) => text)
      .filter(isWord)
      .join(' ')
  return same && lines + Math.floor(before.length / 100) >= 8
    ? [told('only-layout', path, `${path} changed only in its layout`)]
    : []
}

// quotes, semicolons and trailing commas are layout
const isWord = (text: string): boolean => !/^[;,'"`]$/.test(text)
