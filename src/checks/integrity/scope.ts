import { type Change, isTestKind, kindOfFile, type TextChange } from './change.ts'
import { type Family, findingGone, type IntegrityFinding, rulesOf } from './rule.ts'
import { coveredBy } from '../../kit/glob.ts'
import { isScriptPath } from './source.ts'

const rules = rulesOf('architecture', {
  'out-of-scope': [
    'fail',
    'A file changed that the task does not speak of',
    'What nobody asked for, nobody looks at.',
    'Leave the file as it was, or have it added to the task.',
  ],
  'scratch-left': [
    'fail',
    'Something that was only for the work is left',
    'It has no meaning for anybody else.',
    'Take it out.',
  ],
})

export const scope: Family = { family: 'scope', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return [
    ...change.texts.flatMap((text) => outside(text, change)),
    ...change.texts.flatMap(scratch),
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

const scratchName =
  /\.(?:orig|rej|bak|tmp|swp|log|patch)$|(?:^|\/)(?:scratch|tmp|temp|debug|untitled|playground)(?:\d*|[-_.]\w*)\.[cm]?[jt]sx?$/i

function scratch({ path, before, after }: TextChange): readonly IntegrityFinding[] {
  const marks = (text: string | null) => /^<{7} [^\n]*\n[^]*^={7}$[^]*^>{7} /m.test(text ?? '')
  if (marks(after) && !marks(before))
    return [told('scratch-left', path, `${path} holds the marks of a merge`)]
  return before === null && after !== null && scratchName.test(path)
    ? [told('scratch-left', path, `${path} was only for the work`)]
    : []
}
