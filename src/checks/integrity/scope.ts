import { coveredBy } from '../../kit/glob.ts'
import { type Change, isTestKind, kindOfFile, type TextChange } from './change.ts'
import { type Family, findingGone, type IntegrityFinding } from './rule.ts'
import { isScriptPath } from './source.ts'

export const scope: Family = {
  look: (change) => change.texts.flatMap((text) => [...outside(text, change), ...scratch(text)]),
}

function outside({ path, oldPath }: TextChange, { asked }: Change): readonly IntegrityFinding[] {
  const allowed = asked.scope
  if (allowed === undefined || coveredBy(path, allowed) || coveredBy(oldPath, allowed)) return []
  const isLock = /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml)$/.test(path)
  if (isLock && coveredBy('package.json', allowed)) return []
  // tests follow what they belong to
  const follows = isTestKind(kindOfFile(path)) && isScriptPath(path)
  const message = `${path} is outside of what was asked for`
  const details = { message, ...(follows ? { severity: 'info' as const } : {}) }
  return [findingGone('out-of-scope', { path, line: 1 }, details)]
}

const scratchName =
  /\.(?:orig|rej|bak|tmp|swp|log|patch)$|(?:^|\/)(?:scratch|tmp|temp|debug|untitled|playground)(?:\d*|[-_.]\w*)\.[cm]?[jt]sx?$/i

function scratch({ path, before, after }: TextChange): readonly IntegrityFinding[] {
  const marks = (text: string | null) => /^<{7} [^\n]*\n[^]*^={7}$[^]*^>{7} /m.test(text ?? '')
  const isNew = before === null && after !== null
  const why =
    marks(after) && !marks(before)
      ? 'holds the marks of a merge'
      : isNew && scratchName.test(path)
        ? 'was only for the work'
        : null
  return why === null
    ? []
    : [findingGone('scratch-left', { path, line: 1 }, { message: `${path} ${why}` })]
}
