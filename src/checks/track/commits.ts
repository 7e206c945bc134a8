import type { ChangedLine, TrackCommit } from './facts.ts'

export type GitFacts = {
  readonly commits: readonly TrackCommit[]
  /** Nothing is known of the commits where there is no repository, or only a part of it. */
  readonly repository: 'whole' | 'shallow' | 'none'
}

/** Asks git in the root of the project; null where it refuses. */
export type AskGit = (args: readonly string[]) => Promise<string | null>

const patches =
  'log --no-walk=unsorted --ignore-missing --relative --no-color --no-renames --no-ext-diff --no-textconv --diff-merges=first-parent -p -U0 --src-prefix=a/ --dst-prefix=b/ --format=%x00%H%x1f%P%x1f%s'.split(
    ' ',
  )
const mostLines = 50_000
/** Files that are made by a tool; nobody decided what stands in them. */
const made =
  /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|dist\/|build\/)|\.(?:min\.\w+|map|snap)$/

/** What git knows of the commits that a track names, with three calls however many they are. */
export async function readCommits(git: AskGit, shas: readonly string[]): Promise<GitFacts> {
  const shallow = await git(['rev-parse', '--is-shallow-repository'])
  if (shallow === null) return { commits: [], repository: 'none' }
  const repository = shallow.trim() === 'true' ? 'shallow' : 'whole'
  const named = [...new Set(shas)].filter((sha) => /^[0-9a-f]{7,40}$/.test(sha))
  if (named.length === 0) return { commits: [], repository }
  const log = await git([...patches, ...named, '--'])
  const apart = await git(['rev-list', '--ignore-missing', ...named, '--not', 'HEAD', '--'])
  const unmerged = new Set((apart ?? '').split('\n'))
  return { commits: commitsIn(log ?? '', { unmerged, repository }), repository }
}

type Known = Pick<GitFacts, 'repository'> & { readonly unmerged: ReadonlySet<string> }

function commitsIn(log: string, { repository, unmerged }: Known): readonly TrackCommit[] {
  let left = mostLines
  return log
    .split('\0')
    .slice(1)
    .flatMap((text) => {
      const end = text.indexOf('\n')
      const [sha = '', parents = '', subject = ''] = text.slice(0, end).split('\u001f')
      // where a history is cut off, the first commit seems to have made all that is there
      if (repository === 'shallow' && parents === '') return []
      const { files, created, changes } = readPatch(text.slice(end + 1), left)
      left = Math.max(0, left - changes.length)
      return [{ sha, subject, files, created, isMerged: !unmerged.has(sha), changes }]
    })
}

function readPatch(
  patch: string,
  most: number,
): Required<Pick<TrackCommit, 'files' | 'created' | 'changes'>> {
  const files: string[] = []
  const created: string[] = []
  const changes: ChangedLine[] = []
  let path = ''
  let before = 0
  let after = 0
  let inHunk = false
  for (const line of patch.split('\n')) {
    if (line.startsWith('diff --git ')) {
      inHunk = false
      path = pathIn(line)
      files.push(path)
    } else if (!inHunk && line.startsWith('new file mode ')) created.push(path)
    else if (line.startsWith('@@ ')) {
      const [, from = '0', to = '0'] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? []
      before = Number(from)
      after = Number(to)
      inHunk = true
    } else if (inHunk && /^[+-]/.test(line)) {
      const type = line.startsWith('+') ? 'added' : 'removed'
      const at = type === 'added' ? after++ : before++
      if (changes.length < most && !made.test(path))
        changes.push({ path, type, line: at, text: line.slice(1) })
    }
  }
  return { files, created, changes }
}

/** `diff --git a/x b/x`, or with quotes where a name has odd characters; both names are the same. */
function pathIn(line: string): string {
  const names = line.slice('diff --git '.length)
  if (!names.startsWith('"')) return names.slice(2, (names.length - 1) / 2)
  const quoted = names.slice(0, (names.length - 1) / 2)
  const bytes = quoted
    .slice(3, -1)
    .replaceAll(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
  return Buffer.from(bytes.replaceAll(/\\(["\\])/g, '$1'), 'latin1').toString('utf8')
}
