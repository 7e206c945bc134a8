import { join } from 'node:path'
import { z } from 'zod'
import { readTree } from '../../../checks/acceptance/own-files.ts'
import { readCommits } from '../../../checks/track/commits.ts'
import { findImpact, type Impact } from '../../../checks/track/impact.ts'
import { draftSync } from '../../../checks/track/sync/draft-sync.ts'
import { verifySync } from '../../../checks/track/sync/verify-sync.ts'
import { replaceFile } from '../../../engine/user-files.ts'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { type FileTree } from '../../../model/file-tree.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import { repositoryProblem } from '../../../ports/repository.ts'
import type { Workspace } from '../../../ports/workspace.ts'

export const command = defineCommand({
  name: 'track sync-docs',
  usage: 'track sync-docs [options]',
  about:
    'Compares the documents of the business with each other and with the code: prices and tiers with conductor/product.md,\nAI models with tech-stack.md, packages with package.json. With --base, what the commits since then decided is carried into\nthe documents, as far as that has one right answer; --write writes it. Archives are never edited.\nExit 0: they agree; 1: they do not.',
  words: [],
  arguments: z.object({
    base: z.string().optional().meta({ value: 'COMMIT', help: 'what changed since this commit' }),
    write: z.boolean().default(false).meta({ help: 'write the documents' }),
  }),
  examples: [
    ['loopwright track sync-docs', 'says where they disagree'],
    ['loopwright track sync-docs --base main --write', 'brings them up to date'],
  ],
  async run({ workspace }, { base, write }) {
    const files = await readTree(workspace, workspace.root)
    const since = base === undefined ? ok(null) : await changedSince(workspace, base, files)
    if (!since.ok) return since
    const draft =
      since.value === null
        ? { edits: [], done: [], left: [] }
        : draftSync({ ...since.value, files, trackId: base ?? '' })
    const after = new Map(files)
    for (const { path, text } of draft.edits) after.set(path, text)
    if (write)
      for (const { path, text } of draft.edits) await replaceFile(join(workspace.root, path), text)
    const issues = verifySync(write ? after : files)
    const left = [
      ...issues.map(({ message, path = '', line, fix }) => ({ path, line, message, fix })),
      ...draft.left.map((message) => ({
        path: '',
        line: undefined,
        message,
        fix: 'write it yourself',
      })),
    ]
    const open = write ? left : [...left, ...draft.edits.map(({ path }) => unwritten(path))]
    return ok({
      type: 'show',
      exit: open.length === 0 ? 0 : 1,
      json: {
        agree: open.length === 0,
        issues: open,
        done: draft.done,
        written: write ? draft.edits.map(({ path }) => path) : [],
      },
      lines: ({ paint }) => [
        ...draft.done.map((text) => `${write ? paint('green', '✓') : paint('cyan', '·')} ${text}`),
        ...open.map(
          ({ path, line, message, fix }) =>
            `${paint('red', '✗')} ${path}${line === undefined ? '' : `:${line}`} ${message}${paint('dim', ` → ${fix}`)}`,
        ),
        ...(open.length === 0
          ? [`${paint('green', '✓')} the documents agree with each other and with the code`]
          : []),
      ],
    })
  },
})

const unwritten = (path: string) => ({
  path,
  line: undefined,
  message: 'it is behind what the commits decided',
  fix: 'write it: loopwright track sync-docs --base … --write',
})

type Since = { readonly impact: readonly Impact[]; readonly before: FileTree }

/** What the commits since then decide about the business, and the files of that time. */
async function changedSince(
  workspace: Workspace,
  base: string,
  files: FileTree,
): AsyncResult<Since> {
  const repository = await workspace.repository()
  const commit = await repository.commitNamed(base)
  if (!commit.ok) return err(repositoryProblem(commit.error))
  const before = await repository.filesAt(commit.value)
  if (!before.ok) return err(repositoryProblem(before.error))
  const git = (args: readonly string[]) => workspace.git(workspace.root, args)
  const listed = await git(['rev-list', '--no-merges', '--max-count=500', `${commit.value}..HEAD`])
  const shas = (listed ?? '').split('\n').filter((sha) => sha !== '')
  const { commits } = await readCommits(git, shas)
  const documents = new Map([...files].filter(([path]) => path.startsWith('conductor/')))
  return ok({ impact: findImpact(commits, { spec: '', documents }), before: before.value.files })
}
