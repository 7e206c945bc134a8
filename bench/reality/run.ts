import { openCommits } from './commit-trees.ts'
import { type Judged, judgeChange, judgeFile, judgePage } from './judge.ts'
import { closeBrowser } from './own-browser.ts'
import { isFile, prepare, repositoryOf } from './prepare.ts'
import { type Source, subjectsOf, type Subject } from './sources.ts'

export type RunOptions = {
  readonly repositories: string | null
  readonly wanted: (subject: Subject) => boolean
  readonly log: (text: string) => void
}

const workers = 2

/** Judges all that is wanted; what cannot be had is left out, and said. */
export async function judgeAll(
  sources: readonly Source[],
  { repositories, wanted, log }: RunOptions,
): Promise<readonly Judged[]> {
  const judged: Judged[] = []
  const queue = [...sources]
  const work = async () => {
    for (let source = queue.shift(); source !== undefined; source = queue.shift()) {
      const subjects = subjectsOf(source).filter(wanted)
      if (subjects.length === 0) continue
      try {
        const judge = await judgeOf(source, repositories)
        for (const subject of subjects) {
          const begun = performance.now()
          const one = await judge(subject)
          judged.push(one)
          const seconds = ((performance.now() - begun) / 1000).toFixed(1)
          log(`${judged.length} ${source.kind} ${subject.id} ${one.blockers.length} ${seconds} s`)
        }
      } catch (error) {
        log(`left out: ${source.kind} ${source.name}: ${String(error).split('\n')[0] ?? ''}`)
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: workers }, work))
  } finally {
    await closeBrowser()
  }
  return judged.toSorted((one, other) => (one.subject.id < other.subject.id ? -1 : 1))
}

async function judgeOf(
  source: Source,
  repositories: string | null,
): Promise<(subject: Subject) => Promise<Judged>> {
  const { kind } = source
  if (kind === 'change') {
    const commits = openCommits(repositoryOf(source.name, repositories))
    return (subject) => judgeChange(commits, subject)
  }
  const folder = await prepare(source, repositories)
  return isFile(kind)
    ? (subject) => judgeFile(folder, subject, kind)
    : (subject) => judgePage(folder, subject)
}
