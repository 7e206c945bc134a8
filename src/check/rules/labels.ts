import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readYaml } from '../../engine/read-yaml.ts'
import type { Finding } from '../../model/finding.ts'
import { labelFile } from '../../model/own-rule.ts'
import { type AsyncResult, ok } from '../../model/result.ts'

/** What a person says of a finding: whether it is right. */
const Label = z.strictObject({
  rule: z.string(),
  path: z.string(),
  /** What the finding is about, in the words of the file, so that lines may move. */
  found: z.string(),
  right: z.boolean(),
  reason: z.string().optional(),
  by: z.string(),
  at: z.string(),
})
export type Label = z.infer<typeof Label>

const Labels = z.strictObject({ labels: z.array(Label).default([]) })

export async function readLabels(root: string): AsyncResult<readonly Label[]> {
  const path = join(root, labelFile)
  if (!existsSync(path)) return ok([])
  const read = await readYaml(path, Labels, 'docs/rules.md says what stands there')
  return read.ok ? ok(read.value.labels) : read
}

/** Keeps what a person says; the last word about a finding counts. */
export async function writeLabel(root: string, label: Label): AsyncResult<null> {
  const known = await readLabels(root)
  if (!known.ok) return known
  const { stringify } = await import('yaml')
  const others = known.value.filter((each) => !isSame(each, label))
  await writeFile(join(root, labelFile), stringify({ labels: [...others, label] }))
  return ok(null)
}

type About = Pick<Label, 'rule' | 'path' | 'found'>

const isSame = (one: About, other: About): boolean =>
  one.rule === other.rule && one.path === other.path && one.found === other.found

/** What tells a finding from others of its rule in the same file. */
export const foundIn = ({ message, evidence }: Finding): string => evidence ?? message

export const labelOf = (labels: readonly Label[], about: About): Label | null =>
  labels.findLast((each) => isSame(each, about)) ?? null
