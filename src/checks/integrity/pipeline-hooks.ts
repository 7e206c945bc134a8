import { isAsked, type Change, type TextChange } from './change.ts'
import { type Family, findingGone, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { commandLines, judging } from './pipeline-workflows.ts'
import { commandsOf, isNoOp, losesExitCode, swallowsFailure } from './shell.ts'

const rules = rulesOf('build_success', {
  'hook-removed': [
    'fail',
    'A hook that checks changes is gone or does nothing',
    'What it kept out now comes in.',
    'Put the hook back.',
  ],
})

export const pipelineHooks: Family = { family: 'pipeline', rules: Object.values(rules), look }

const isHook = (path: string): boolean =>
  /(?:^|\/)(?:\.husky\/[^_.][^/]*|\.githooks\/[^/]+|lefthook\.ya?ml|\.lefthook\.ya?ml|\.pre-commit-config\.ya?ml|\.lintstagedrc[\w.]*|lint-staged\.config\.[cm]?js)$/.test(
    path,
  )

function look(change: Change): readonly IntegrityFinding[] {
  return change.texts.flatMap((text) =>
    isHook(text.oldPath) && !isAsked(change.asked.settings, text.path) ? hook(text) : [],
  )
}

function hook({ path, oldPath, before, after }: TextChange): readonly IntegrityFinding[] {
  if (before === null || !judging.test(`${before} ${path}`)) return []
  if (after === null)
    return [
      findingGone(
        rules['hook-removed'],
        { path: oldPath },
        {
          message: `the hook ${oldPath} is gone`,
          evidence: before.split('\n').find((line) => judging.test(line)) ?? '',
        },
      ),
    ]
  const work = (text: string) =>
    commandLines(text).filter(
      (line) => !line.startsWith('#') && judging.test(line) && !commandsOf(line).every(isNoOp),
    )
  const kept = work(after)
  const swallowed = kept.some(
    (line) =>
      (swallowsFailure(commandsOf(line)) || losesExitCode(commandsOf(line))) &&
      !work(before).includes(line),
  )
  if (
    work(before).length > 0 &&
    (kept.length < work(before).length ||
      swallowed ||
      /^\s*exit 0/m.test(after) !== /^\s*exit 0/m.test(before))
  )
    return [
      findingIn(rules['hook-removed'], { path, text: after }, 0, {
        message: `the hook ${path} does less than it did`,
      }),
    ]
  return []
}
