import { globMatcher } from '../../kit/glob.ts'
import type { GitFacts } from './commits.ts'
import { holdsUnless, type Issue, type Part, undecided } from './evaluation.ts'
import type { TrackFacts } from './facts.ts'
import type { PlanTask } from './plan-task.ts'

export const filesOf = (task: PlanTask, dag: TrackFacts['plan']['dag']): readonly string[] => [
  ...task.files,
  ...(dag?.nodes.find(({ id }) => id === task.id)?.files ?? []),
]

/** A planned path stands for itself, for what lies in it, for what it matches, and for a path that ends so. */
export function covers(planned: string, file: string): boolean {
  // `src/[slug]/` and `src/<slug>/` stand for any name
  const wanted = planned.replaceAll('\\', '/').replaceAll(/<[^<>/]+>/g, '*')
  return globMatcher(wanted)(file) || file.endsWith(`/${wanted.replace(/^\.?\//, '')}`)
}

/** Such a task makes many files that nobody lists. */
const settingUp =
  /\b(?:initiali[sz]e|scaffold|bootstrap|set ?up)\b.*\b(?:project|app|application|repo|repository|workspace|monorepo)\b/i

const housekeeping =
  /(?:^|\/)(?:package(?:-lock)?\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|tsconfig[^/]*\.json|\.gitignore|\.env\.example|CHANGELOG\.md|README\.md|AGENTS\.md|CLAUDE\.md|components\.json)$|^(?:conductor|docs)\/|(?:^|\/)__snapshots__\/|\.snap$|^\.(?:vscode|changeset)\//i

/** Work that nobody planned: files of the track's commits that neither plan nor spec speaks of. */
export function checkScope({
  plan,
  planText,
  spec,
  folder,
  commits,
  repository,
}: Pick<TrackFacts, 'plan' | 'planText' | 'spec' | 'folder' | 'commits'> &
  Pick<GitFacts, 'repository'>): Part {
  const id = 'scope'
  const about = 'no unplanned work was added without documentation'
  if (commits.length === 0)
    return undecided(
      id,
      about,
      repository === 'none' ? 'this is no git repository' : 'no commit of the track is known',
    )
  const planned = [
    ...plan.tasks.flatMap((task) => filesOf(task, plan.dag)),
    ...(plan.dag?.nodes.flatMap(({ files }) => files) ?? []),
  ]
  const folders = new Set(
    planned
      .map((path) => path.replace(/^\.?\//, '').replace(/\/?[^/]*$/, ''))
      .filter((each) => each !== ''),
  )
  const words = new Set(wordsOf(`${withoutOpen(planText)}\n${spec}`))
  const isExplained = (file: string) =>
    housekeeping.test(file) ||
    file.startsWith(`${folder}/`) ||
    planned.some((each) => covers(each, file) || covers(each, subjectOfTest(file))) ||
    (!opensNew(commits, file, words) &&
      ((folders.has(file.replace(/\/?[^/]*$/, '')) && !isNewSubject(file)) ||
        speaksOf(words, ownPart(file), isApart(file) ? 'most' : 'some')))
  const isApart = (file: string) =>
    commits.some(({ created }) => created?.includes(file)) &&
    folders.size > 0 &&
    ![...folders].some((each) => file.startsWith(`${each}/`))
  // beside planned files a file may change, and a new one may help; one about something else is work of its own
  const isNewSubject = (file: string) =>
    commits.some(({ created }) => created?.includes(file)) &&
    tellingWords(file.replace(/^.*\//, '')).length > 0
  // the folder of a new file says nothing about it, unless it has a plain name
  const ownPart = (file: string) => {
    const subject = subjectOfTest(file)
    return isNewSubject(file) && !isApart(file) ? subject.replace(/^.*\//, '') : subject
  }
  const isSetUp = ({ sha }: { readonly sha: string }) =>
    plan.tasks.some(
      (task) => task.sha !== null && sha.startsWith(task.sha) && settingUp.test(task.title),
    )
  const issues = commits.flatMap((commit) =>
    commit.files
      .filter((file) => !isSetUp(commit) && !isExplained(file))
      .map((file) => unplanned(commit, file)),
  )
  return holdsUnless(id, about, {
    issues,
    reason: `every file of ${commits.length} commits is in the plan or the spec`,
  })
}

const unplanned = ({ sha }: TrackFacts['commits'][number], file: string): Issue => ({
  message: `${file} was changed by ${sha.slice(0, 7)}, and neither plan nor spec speaks of it`,
  path: file,
  fix: `take the change of ${file} back, or document it under "## Discovered Work" in plan.md`,
})

/** A plan without the tasks that are still open: what was put off is not asked for. */
const withoutOpen = (plan: string): string =>
  plan.replaceAll(/^([ \t]*)[-*] \[ \].*\n(?:\1[ \t]+.*\n?)*/gm, '')

/** Whether a file that nobody planned answers under an address with words that nobody said. */
function opensNew(
  commits: TrackFacts['commits'],
  file: string,
  words: ReadonlySet<string>,
): boolean {
  const added = commits.flatMap(({ changes }) =>
    changes.filter(({ path, type }) => path === file && type === 'added').map(({ text }) => text),
  )
  const addresses = added.flatMap((text) =>
    /\b(?:GET|POST|PUT|PATCH|DELETE)\b|\.(?:get|post|put|patch|delete|route)\(|<Route\b|\b(?:path|url):/.test(
      text,
    )
      ? [...text.matchAll(/['"`](\/[\w\-/:{}]+)['"`]/g)].map(([, path = '']) => path)
      : [],
  )
  const tables = added.flatMap(
    (text) => /\bcreate table (?:if not exists )?[`"]?(\w+)/i.exec(text)?.[1] ?? [],
  )
  return [...addresses, ...tables.map((name) => name.replaceAll('_', ' '))]
    .flatMap((path) => wordsOf(path.replaceAll(/[:{]\w+\}?|\bapi\b|\bv\d\b/g, ' ')))
    .some((word) => !words.has(word) && !plain.has(word))
}

/** The file that a test is about: `src/a.test.ts` is about `src/a.ts`. */
const subjectOfTest = (file: string): string =>
  file
    .replace(/\.(?:test|spec|stories)(?=\.\w+$)/, '')
    .replace(/(?:^|\/)(?:__tests__|tests?)\//, '/')
    .replace(/^\//, '')

const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z][a-z]{2,}/g)
    ?.map(stem) ?? []

const stem = (word: string): string => word.replace(/(?:ies|es|s|ing|ed|ion|er)$/, '').slice(0, 8)
const plain = new Set(
  [
    'index',
    'main',
    'app',
    'src',
    'lib',
    'page',
    'route',
    'type',
    'util',
    'utils',
    'helper',
    'test',
    'common',
    'shar',
    'component',
    'config',
    'const',
    'constants',
    'model',
    'service',
    'types',
  ].map(stem),
)

/**
 * A part of its path that says something, the name or one of the two folders around it; for a new file apart
 * from all planned ones one common word is not enough.
 */
function speaksOf(words: ReadonlySet<string>, file: string, enough: 'some' | 'most'): boolean {
  const parts = file
    .replace(/\.[^/]*$/, '')
    .split('/')
    .slice(-3)
  const telling = tellingWords(parts.join('/'))
  const said = telling.filter((word) => words.has(word)).length
  return enough === 'some' ? said > 0 : said * 2 > telling.length
}

const tellingWords = (path: string): readonly string[] =>
  wordsOf(path.replace(/\.[^/]*$/, '')).filter((word) => !plain.has(word))
