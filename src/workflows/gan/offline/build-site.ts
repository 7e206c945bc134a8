import type { ContractItem } from '../contract.ts'
import type { BuildOutput } from '../contracts.ts'
import { siteText, type SiteFiles } from '../site.ts'
import { evidenceFor } from './contract/find-evidence.ts'
import { type Look, lookOf, lookOn, rankedLayouts } from './look.ts'
import { closingOf } from './page/closing.ts'
import { documentOf } from './page/document.ts'
import { type Scene, sceneOf } from './page/scene.ts'
import type { Inputs } from './read-inputs.ts'
import { type Asked, comesFromData, refinedLook } from './refine.ts'
import { styleSheet } from './styles/styles.ts'
import type { Finding } from './ask-input.ts'

export type Building = Asked & {
  readonly inputs: Inputs
  readonly items: readonly ContractItem[]
}

/** Builds the page, or mends the one before by what was found in it. */
export function buildSite(asked: Building): BuildOutput {
  const { inputs, items } = asked
  const { files, notes } = madeFrom(asked)
  return { files, claims: claimsOf(items, files, inputs), notes: notes.join('\n') }
}

type Made = { readonly files: SiteFiles; readonly notes: readonly string[] }

/** Repairs come first where they are enough; what comes from the data is drawn anew from it. */
function madeFrom(asked: Building): Made {
  const { inputs, files, findings, guidance } = asked
  const { look, notes } = refinedLook(inputs, asked)
  if (files !== null && guidance.length === 0 && !findings.some(comesFromData)) {
    const fixed = applyFixes(files, findings)
    if (fixed.titles.length > 0 || findings.length === 0)
      return { files: fixed.files, notes: fixed.titles }
  }
  const drawn = drawSite(inputs, look)
  const messages = [...notes, ...replaced(asked), ...notesOn(sceneOf(inputs, look))]
  const same = files !== null && siteText(drawn) === siteText(files)
  const words = findings.filter(({ ruleId }) => ruleId.startsWith('copy/'))
  const stay =
    words.length === 0 ? [] : ['What was found in the words stays: copy.json has no others.']
  if (!same || words.length === findings.length)
    return { files: drawn, notes: [...messages, ...(same ? stay : [])] }
  const next = afterward(inputs, look)
  return {
    files: drawSite(inputs, next),
    notes: [
      `What was found stays with the layout ${look.layout}; ${next.layout} is tried instead.`,
      ...messages,
    ],
  }
}

/** Whoever changed the page by hand is told that it was drawn anew. */
function replaced({ inputs, files }: Building): readonly string[] {
  const before = lookOn(files?.find(({ path }) => path === 'index.html')?.content ?? '')
  if (files === null) return []
  const own = before === null ? null : drawSite(inputs, { ...lookOf(inputs), ...before })
  return own !== null && siteText(own) === siteText(files)
    ? []
    : ['The page before was not as this builder had left it; it was drawn anew.']
}

/** The same page again would be found wrong again: the next layout has another chance. */
function afterward(inputs: Inputs, look: Look): Look {
  const ranked = rankedLayouts(inputs)
  const at = (ranked.indexOf(look.layout) + 1) % ranked.length
  return { ...look, layout: ranked[at] ?? look.layout, palette: 'readable' }
}

export function drawSite(inputs: Inputs, look: Look): SiteFiles {
  const text = (path: string, content: string) => ({ path, content, encoding: 'utf8' as const })
  return [
    text('index.html', documentOf(sceneOf(inputs, look))),
    text('styles.css', styleSheet(inputs.tokens, look)),
    text('mark.svg', markOf(inputs)),
  ]
}

/** The sign in the tab: the brand's colour, and its accent. */
function markOf({ tokens }: Inputs): string {
  const { primary = '#000000', accent = primary } = tokens.colors
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${primary}"/><circle cx="16" cy="16" r="8" fill="none" stroke="${accent}" stroke-width="5"/></svg>\n`
}

/** What a person should know before the page is published. */
function notesOn(scene: Scene): readonly string[] {
  const cta = scene.parts.find(({ type }) => type === 'cta')
  const end = cta?.type === 'cta' ? closingOf(cta, scene).type : 'link'
  return [
    `Layout ${scene.look.layout}, palette ${scene.look.palette}.`,
    ...(end === 'choice'
      ? ['The form puts the choice into the address as ?plan=…; a server has to answer it.']
      : []),
    ...(end === 'address'
      ? ['The BRIEF names no target for the last button; it asks for an e-mail address.']
      : []),
  ]
}

/** Only what the files themselves can show is claimed. */
const claimsOf = (
  items: readonly ContractItem[],
  files: SiteFiles,
  inputs: Inputs,
): BuildOutput['claims'] =>
  items
    .filter(({ implicit }) => !implicit)
    .map((item) => ({ id: item.id, evidence: [...evidenceFor(item, files, inputs)] }))
    .filter(({ evidence }) => evidence.length > 0)

type Edit = NonNullable<Finding['fix']>['edits'][number]

type Fixed = { readonly files: SiteFiles; readonly titles: readonly string[] }

/** Makes the repairs that findings carry, from the end of each file; of two that meet, the first. */
export function applyFixes(files: SiteFiles, findings: readonly Finding[]): Fixed {
  const taken: Edit[] = []
  const titles: string[] = []
  for (const { fix } of findings) {
    if (fix === undefined || !fix.edits.every((edit) => fits(edit, files, taken))) continue
    taken.push(...fix.edits)
    titles.push(fix.title)
  }
  return {
    files: files.map((file) => ({
      ...file,
      content: edited(
        file.content,
        taken.filter((edit) => edit.file === file.path),
      ),
    })),
    titles,
  }
}

function fits(edit: Edit, files: SiteFiles, taken: readonly Edit[]): boolean {
  const file = files.find(({ path, encoding }) => path === edit.file && encoding === 'utf8')
  if (file === undefined || edit.start > edit.end || edit.end > file.content.length) return false
  return !taken.some(
    (other) => other.file === edit.file && edit.start < other.end && other.start < edit.end,
  )
}

const edited = (content: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
      content,
    )
