import { z } from 'zod'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import { Sha256 } from '../../loop/recorded.ts'
import type { At } from './state.ts'

/** Text from people must not become markup, another line or another column. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>|#~]/g, (sign) => `\\${sign}`)

/** FROZEN.md: front matter for machines, a table for people. The same approval gives the same bytes. */
export function frozenMarker(
  template: string,
  state: At<'FROZEN'>,
  { title, rationale }: { readonly title: string; readonly rationale: string },
): string {
  const { setup, judged, decision } = state
  const { generator, critic } = setup.promptTemplates
  const quoted = JSON.stringify
  const fields: Readonly<Record<string, string>> = {
    featureId: quoted(setup.featureId),
    runId: quoted(state.runId),
    frozenAt: quoted(decision.at),
    approver: quoted(decision.by),
    checksumSHA256: quoted(decision.intentHash),
    previewSHA256: quoted(judged.preview.sha256),
    qualityThreshold: String(setup.threshold),
    finalScore: String(judged.score),
    iterationCount: String(state.iteration + 1),
    modelVersion: quoted(setup.models.generator),
    criticModelVersion: quoted(setup.models.critic),
    rubricVersion: quoted(setup.rubricVersion),
    generatorPath: quoted(generator.path),
    generatorVersion: quoted(generator.version),
    generatorSHA256: quoted(generator.sha256),
    criticPath: quoted(critic.path),
    criticVersion: quoted(critic.version),
    criticSHA256: quoted(critic.sha256),
    rationale: quoted(rationale),
    titleText: plain(title),
    frozenAtText: plain(decision.at),
    approverText: plain(decision.by),
    rationaleText: plain(rationale),
    featureIdText: setup.featureId,
    checksumText: decision.intentHash,
    modelText: plain(setup.models.generator),
    generatorText: plain(
      `${generator.path} ${generator.version} (${generator.sha256.slice(0, 12)})`,
    ),
    criticText: plain(`${critic.path} ${critic.version} (${critic.sha256.slice(0, 12)})`),
  }
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => fields[name] ?? whole)
}

const Prompt = z.looseObject({ version: z.string().min(1), sha256: Sha256 })

const Marker = z.looseObject({
  featureId: z.string().min(1),
  checksumSHA256: Sha256,
  qualityThreshold: z.number(),
  finalScore: z.number(),
  iterationCount: z.number().int().positive(),
  modelVersion: z.string().min(1),
  promptTemplates: z.looseObject({ generator: Prompt, critic: Prompt }),
  approver: z.string().min(1),
  frozenAt: z.iso.datetime(),
  timestamp: z.iso.datetime(),
  frozenBy: z.string().min(1),
  // a freeze is one of the intent; a list without it, such as of a preview alone, is none
  artifacts: z
    .array(z.string())
    .refine((names) => names.includes('intent.json'), 'must name intent.json'),
  rationale: z.string().min(1),
})
export type Marker = z.infer<typeof Marker>

/** Reads a FROZEN.md. A field that is missing makes the freeze invalid. */
export async function readMarker(text: string): AsyncResult<Marker, string> {
  const [, front] = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(text) ?? []
  if (front === undefined) return err('it has no front matter between two lines of ---')
  const { parseDocument } = await import('yaml')
  const document = parseDocument(front)
  const [broken] = document.errors
  if (broken) return err(`its front matter is not YAML: ${broken.message.split('\n')[0] ?? ''}`)
  const parsed = Marker.safeParse(valueOf(document))
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  const place =
    issue === undefined || issue.path.length === 0 ? 'front matter' : issue.path.join('.')
  return err(`${place}: ${issue?.message ?? 'is not valid'}`)
}

function valueOf(document: { toJS(): unknown }): unknown {
  try {
    return document.toJS()
  } catch {
    return null
  }
}
