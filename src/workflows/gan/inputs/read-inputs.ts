import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { Workspace } from '../../../ports/workspace.ts'
import type { PageContract } from '../../../checks/page/page-rule.ts'
import { type Problem, usageProblem } from '../../../model/problem.ts'
import { type AsyncResult, err, ok, type Result, usageError } from '../../../model/result.ts'
import type { Exam } from '../../../obligations/exam.ts'
import { examOfBrief } from '../exam.ts'
import { brandConflict, brandConflictText } from './brand-conflict.ts'
import { brandFiles, type BrandVoice, type TargetAudience, type VisualIdentity } from './brand.ts'
import type { Brief } from './brief.ts'
import { contrastFailures } from './contrast.ts'
import { type InputError, inputErrorText } from './input-error.ts'
import { withNeutrals } from './neutral-scale.ts'
import { parseBrandVoice, parseTargetAudience, parseVisualIdentity } from './parse-brand.ts'
import { parseBrief } from './parse-brief.ts'
import { type ParsedCopy, parseCopy } from './parse-copy.ts'
import { parseTokens } from './parse-tokens.ts'
import { reviewCopy } from './review-copy.ts'
import type { Tokens } from './tokens.ts'
import { leakIn } from '../leak.ts'
import { pageContract } from '../page-contract.ts'
import type { GanTexts } from '../steps/bench.ts'

/** Everything a page is made from, read and found good. */
export type GanInputs = {
  readonly texts: GanTexts
  readonly brief: Brief
  readonly tokens: Tokens | null
  readonly contract: PageContract
  /** All of it as obligations, before anything is built. */
  readonly exam: Exam
  /** What a person should know before the loop starts. */
  readonly notes: readonly string[]
}

/** A folder of the workspace that holds a BRIEF. */
export function projectFolder(
  workspace: Pick<Workspace, 'cwd' | 'root'>,
  named: string,
): Result<string> {
  const folder = resolve(workspace.cwd, named)
  const inside = relative(workspace.root, folder)
  if (inside.startsWith('..') || isAbsolute(inside))
    return usageError(
      `${named} lies outside the workspace`,
      'copy it into the workspace, or run the command in the workspace it belongs to',
      workspace.root,
    )
  return ok(folder)
}

/** Reads BRIEF, copy, tokens and brand files of a project. */
export async function readGanTexts(
  workspace: Pick<Workspace, 'disk' | 'relative' | 'root'>,
  folder: string,
  brandDir: string,
): AsyncResult<GanTexts> {
  const brief = await firstOf(workspace, [join(folder, 'BRIEF.md'), join(folder, 'brief.md')])
  if (brief === null)
    return usageError(
      'there is no BRIEF.md',
      'write one with the sections Goal, Audience and Brand; docs/workflows/gan.md shows how',
      workspace.relative(folder),
    )
  const brand = async (name: string) =>
    firstOf(workspace, [
      join(folder, 'brand', name),
      join(folder, name),
      join(workspace.root, brandDir, name),
    ])
  return ok({
    brief,
    copy: await textAt(workspace, join(folder, 'copy.json')),
    tokens: await textAt(workspace, join(folder, 'tokens.json')),
    brand: {
      voice: await brand(brandFiles.voice),
      visual: await brand(brandFiles.visual),
      audience: await brand(brandFiles.audience),
    },
  })
}

async function firstOf(
  workspace: Pick<Workspace, 'disk'>,
  paths: readonly string[],
): Promise<string | null> {
  for (const path of paths) {
    const text = await textAt(workspace, path)
    if (text !== null) return text
  }
  return null
}

const mostBytes = 2_000_000

async function textAt(workspace: Pick<Workspace, 'disk'>, path: string): Promise<string | null> {
  if (((await workspace.disk.size(path)) ?? mostBytes + 1) > mostBytes) return null
  if (!(await workspace.disk.isFolder(dirname(path)))) return null
  const bytes = await workspace.disk.read(path)
  return bytes === null ? null : Buffer.from(bytes).toString('utf8')
}

/** The inputs of a page, each as its file says; null where there is no such file. */
export type ParsedTexts = {
  readonly brief: Brief
  readonly copy: ParsedCopy | null
  readonly tokens: Tokens | null
  readonly voice: BrandVoice | null
  readonly visual: VisualIdentity | null
  readonly audience: TargetAudience | null
  readonly warnings: readonly InputError[]
}

/** Parses what was read. What is wrong in each file is told, all at once. */
export async function parseTexts(
  texts: GanTexts,
  at: (name: string) => string = (name) => name,
): AsyncResult<ParsedTexts, readonly InputError[]> {
  const { brand } = texts
  const [brief, voice, visual, audience] = await Promise.all([
    parseBrief(texts.brief, { path: at('BRIEF.md'), brandFiles: brandTexts(texts) }),
    brand.voice === null ? ok(null) : parseBrandVoice(brand.voice),
    brand.visual === null ? ok(null) : parseVisualIdentity(brand.visual),
    brand.audience === null ? ok(null) : parseTargetAudience(brand.audience),
  ])
  const copy = texts.copy === null ? ok(null) : parseCopy(texts.copy, at('copy.json'))
  const tokens =
    texts.tokens === null ? ok(null) : parseTokens(texts.tokens, { path: at('tokens.json') })
  if (brief.ok && copy.ok && tokens.ok && voice.ok && visual.ok && audience.ok)
    return ok({
      brief: brief.value.brief,
      copy: copy.value,
      tokens: tokens.value === null ? null : withNeutrals(tokens.value.tokens),
      voice: voice.value,
      visual: visual.value,
      audience: audience.value,
      warnings: [...brief.value.warnings, ...(tokens.value?.warnings ?? [])],
    })
  return err(
    [brief, copy, tokens, voice, visual, audience].flatMap((read) => (read.ok ? [] : read.error)),
  )
}

/** Everything of a project that the loop begins with, or why it cannot begin. */
export async function parseGanInputs(texts: GanTexts, folder: string): AsyncResult<GanInputs> {
  const parsed = await parseTexts(texts, (name) => join(folder, name))
  if (!parsed.ok) return err(wrongInputs(parsed.error))
  const read = parsed.value
  const halted = haltedBy(read, texts, folder)
  if (halted !== null) return err(halted)
  return ok({
    texts: { ...texts, brief: read.brief.text },
    brief: read.brief,
    tokens: read.tokens,
    contract: pageContract(read),
    exam: examOfBrief({
      ...read,
      written: new Set(read.copy?.order.map((name) => name.toLowerCase()) ?? []),
    }),
    notes: [
      ...read.warnings.map(inputErrorText),
      ...(texts.copy === null || read.copy === null
        ? ['there is no copy.json: words are not checked, and the offline builder has none']
        : copyNotes(reviewCopy(read.copy, texts.copy, read.audience?.kind ?? undefined))),
      ...(read.tokens === null ? ['there is no tokens.json: values are not checked'] : []),
      ...contrastNotes(read.tokens),
    ],
  })
}

const brandTexts = ({ brand }: GanTexts) =>
  (['voice', 'visual', 'audience'] as const).flatMap((kind) => {
    const text = brand[kind]
    return text === null ? [] : [{ path: brandFiles[kind], text }]
  })

const wrongInputs = (errors: readonly InputError[]): Problem => ({
  exit: 2,
  what: errors.map(inputErrorText).join('\n'),
  ...(errors[0] === undefined ? {} : { where: `${errors[0].path}:${errors[0].line ?? 1}` }),
  todo: 'correct the file; docs/workflows/gan.md shows its shape',
})

/** What no loop can decide: a brand that contradicts itself, or a BRIEF that tells of old judgements. */
function haltedBy(
  { tokens, visual }: Pick<Parameters<typeof pageContract>[0], 'tokens' | 'visual'>,
  { brief }: GanTexts,
  folder: string,
): Problem | null {
  const conflict = tokens === null ? [] : brandConflict(visual, tokens)
  if (conflict.length > 0)
    return usageProblem(
      brandConflictText(conflict),
      'make visual-identity.md and tokens.json say the same',
      join(folder, 'tokens.json'),
    )
  const leak = leakIn(brief)
  if (leak === null) return null
  const line = brief.split('\n').findIndex((text) => leakIn(text) !== null) + 1
  return usageProblem(
    `the BRIEF holds ${leak} of an earlier evaluation; an evaluator must judge with fresh eyes`,
    'take it out of the BRIEF; the reports of a run keep it',
    `${join(folder, 'BRIEF.md')}:${line}`,
  )
}

const copyNotes = (findings: ReturnType<typeof reviewCopy>): readonly string[] =>
  findings.slice(0, 10).map(({ message, place }) => `copy.json:${place.line ?? 1} ${message}`)

const contrastNotes = (tokens: Tokens | null): readonly string[] =>
  tokens === null
    ? []
    : contrastFailures(tokens).map(
        ({ foreground, background, ratio, needed, alternatives }) =>
          `${foreground.name} on ${background.name} has ${ratio}:1, needs ${needed}:1; try ${alternatives
            .map((each) => `${each.foreground} on ${each.background}`)
            .join(', ')}`,
      )
