import type { FileTree } from '../../model/file-tree.ts'
import type { Finding } from '../../model/finding.ts'
import { type Change, type FileKind, kindOfFile, readChange } from '../integrity/change.ts'
import { folderOf } from '../integrity/modules.ts'
import { isScriptPath, lineAt, type Node, type Source } from '../integrity/source.ts'
import type { Issue } from './evaluation.ts'
import type { TrackCommit, TrackFacts } from './facts.ts'
import { parserOf } from './parse-once.ts'
import { type Rewound, rewind } from './rewind.ts'

/** The code of a project, and what of it is the work of a track. */
export type TrackCode = {
  readonly facts: TrackFacts
  /** The project without and with the track. */
  readonly change: Change
  readonly read: (path: string) => Source | null
  /** Files of code that the track touched, of these kinds. */
  readonly touched: (...kinds: readonly FileKind[]) => readonly Source[]
  /** Every file of code that the project has, of these kinds. */
  readonly sources: (...kinds: readonly FileKind[]) => readonly Source[]
  readonly isNew: (path: string) => boolean
  /** Whether the track wrote the line on which something begins. */
  readonly isOwn: (source: Source, place: { readonly start: number }) => boolean
  readonly ownLines: (path: string) => ReadonlySet<number>
}

/** What only helps tests or shows components lies among the sources of many projects. */
const helping =
  /(?:^|\/)(?:testing|mocks?|stories|test-utils?)(?:\/|\.[cm]?[jt]sx?$)|\.(?:stories|story|test-d)\.[cm]?[jt]sx?$/

export function kindOf(path: string): FileKind {
  const kind = kindOfFile(path)
  return kind === 'source' && helping.test(path) ? 'support' : kind
}

type Work = {
  readonly change: Change
  /** What each file was, and which lines of it are the track's. */
  readonly rewound: ReadonlyMap<string, Rewound>
}

const known = new WeakMap<FileTree, { readonly of: TrackFacts; readonly work: Promise<Work> }>()

/** What the commits of a track changed; all who look at the same files and commits share it. */
export function readWork(facts: TrackFacts): Promise<Work> {
  const observed = known.get(facts.files)
  if (observed?.of.commits === facts.commits && observed.of.touched === facts.touched)
    return observed.work
  const work = readWorkOf(facts)
  known.set(facts.files, { of: facts, work })
  return work
}

async function readWorkOf({ files, commits, touched }: TrackFacts): Promise<Work> {
  const byPath = new Map<string, TrackCommit[]>()
  for (const commit of commits)
    for (const path of new Set(commit.changes.map((change) => change.path))) {
      const own = byPath.get(path)
      if (own === undefined) byPath.set(path, [commit])
      else own.push(commit)
    }
  const rewound = new Map<string, Rewound>(
    [...new Set([...byPath.keys(), ...touched])].map((path) => [
      path,
      rewind(files.get(path), path, byPath.get(path) ?? []),
    ]),
  )
  const change = readChange(
    { before: treeBefore(files, rewound), after: files },
    await parserOf(files),
  )
  // a file that only moved is no work of the track but for the lines that differ
  for (const { path, oldPath, before } of change.texts)
    if (path !== oldPath && before !== null) rewound.set(path, movedFrom(before, files.get(path)))
  return { change, rewound }
}

export async function readTrackCode(facts: TrackFacts): Promise<TrackCode> {
  const { files } = facts
  const { change, rewound } = await readWork(facts)
  const read = (path: string) => change.source('after', path)
  const some = (paths: Iterable<string>, kinds: readonly FileKind[]) =>
    [...paths].flatMap((path) => {
      if (!isScriptPath(path) || !kinds.includes(kindOf(path))) return []
      const source = read(path)
      return source === null || source.broken ? [] : [source]
    })
  const none: ReadonlySet<number> = new Set()
  const ownLines = (path: string) => rewound.get(path)?.own ?? none
  return {
    facts,
    change,
    read,
    touched: (...kinds) => some(facts.touched, kinds),
    sources: (...kinds) => some(files.keys(), kinds),
    isNew: (path) => rewound.get(path)?.before === null,
    isOwn: ({ path, text }, { start }) => ownLines(path).has(lineAt(text, start)),
    ownLines,
  }
}

function movedFrom(before: string, now: string | undefined): Rewound {
  const old = new Set(before.split('\n').map((line) => line.trim()))
  const own = (now ?? '')
    .split('\n')
    .flatMap((line, index) => (old.has(line.trim()) ? [] : [index + 1]))
  return { before, own: new Set(own) }
}

/** The folder of the package that a file belongs to. */
export function packageFolder({ facts }: TrackCode, path: string): string {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder))
    if (facts.files.has(`${folder}/package.json`)) return folder
  return ''
}

function treeBefore(files: FileTree, rewound: ReadonlyMap<string, Rewound>): FileTree {
  const before = new Map(files)
  for (const [path, { before: text }] of rewound)
    if (text === null) before.delete(path)
    else before.set(path, text)
  return before
}

export const issueAt = (
  { path, text }: Pick<Source, 'path' | 'text'>,
  { start }: Pick<Node, 'start'>,
  message: string,
  fix: string,
): Issue => ({ message, path, line: lineAt(text, start), fix })

/** What the gate for changes found, as an issue of a pass. */
export const issueOfFinding = (
  { message, place: { path, line } }: Finding,
  fix: string,
): Issue => ({
  message,
  ...(path === undefined ? {} : { path }),
  ...(line === undefined ? {} : { line }),
  fix,
})
