import type { Finding } from '../../model/finding.ts'
import { outcomeOf } from '../outcome.ts'
import { documentCheck, findingAt, replacing } from './document-check.ts'
import type { MarkdownDocument } from './document.ts'
import { headingCaseFindings } from './heading-case.ts'
import { readManifest } from './manifest.ts'
import { markupFindings } from './markup-style.ts'
import { acronyms, properNames, variants } from './terms.ts'

/** One spelling per term, one style per construct. */
export const consistency = documentCheck(
  { id: 'document/consistency', title: 'Terms and format are consistent', readsProject: true },
  async (document, { project }) => {
    const manifest = await readManifest(project)
    const findings = [
      ...nameFindings(document),
      ...acronymFindings(document),
      ...variantFindings(document),
      ...(manifest?.name === undefined
        ? []
        : projectNameFindings(document, manifest.name.replace(/^@[^/]+\//, ''))),
      ...headingCaseFindings(document),
      ...markupFindings(document),
    ]
    return outcomeOf(
      findings.toSorted((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0)),
      'terms, headings, lists and code blocks are written one way throughout',
    )
  },
)

type Use = { readonly at: number; readonly text: string; readonly form: number }

const usesOf = (prose: string, forms: readonly RegExp[]): readonly Use[] =>
  forms
    .flatMap((pattern, form) =>
      [...prose.matchAll(pattern)].map((match) => ({ at: match.index, text: match[0], form })),
    )
    .toSorted((a, b) => a.at - b.at)

function nameFindings(document: MarkdownDocument): readonly Finding[] {
  return properNames.flatMap(([right, wrong]) =>
    [...document.prose.matchAll(wrong)].flatMap((match) => {
      const before = document.prose[match.index - 1] ?? ' '
      const after = document.prose[match.index + match[0].length] ?? ' '
      // part of a path, a host or a package name
      if (/[/@.\w-]/.test(before) || /[/@\w-]/.test(after)) return []
      return [
        findingAt(document, match.index, `"${match[0]}" is written ${right}`, {
          fix: replacing(`write ${right}`, match.index, match.index + match[0].length, right),
        }),
      ]
    }),
  )
}

function acronymFindings(document: MarkdownDocument): readonly Finding[] {
  return acronyms.flatMap((right) => {
    const uses = [
      ...document.prose.matchAll(new RegExp(`(?<![\\w./-])${right}(?![\\w/-]|\\.\\w)`, 'gi')),
    ]
    if (!uses.some(([text]) => text === right)) return []
    return uses
      .filter(([text]) => text !== right)
      .map((match) =>
        findingAt(document, match.index, `"${match[0]}" is elsewhere written ${right}`, {
          fix: replacing(`write ${right}`, match.index, match.index + match[0].length, right),
        }),
      )
  })
}

function variantFindings(document: MarkdownDocument): readonly Finding[] {
  return variants.flatMap((forms) => {
    const uses = usesOf(document.prose, forms)
    const counts = forms.map((_, form) => uses.filter((use) => use.form === form).length)
    if (counts.filter((count) => count > 0).length < 2) return []
    const kept = counts[0] === counts[1] ? uses[0]!.form : counts[0]! > counts[1]! ? 0 : 1
    const model = uses.find((use) => use.form === kept)!.text
    return uses
      .filter((use) => use.form !== kept)
      .map((use) => {
        const right = respelled(use.text, forms, kept)
        const fix =
          right === null
            ? undefined
            : replacing(`write "${right}"`, use.at, use.at + use.text.length, right)
        return findingAt(
          document,
          use.at,
          `"${use.text}" is elsewhere written "${model.toLowerCase()}"`,
          { fix },
        )
      })
  })
}

const swaps: readonly (readonly [string, string])[] = [
  ['email', 'e-mail'],
  ['filename', 'file name'],
  ['username', 'user name'],
  ['frontend', 'front-end'],
  ['backend', 'back-end'],
  ['plugin', 'plug-in'],
  ['dataset', 'data set'],
  ['database', 'data base'],
  ['timeout', 'time-out'],
  ['subcommand', 'sub-command'],
  ['webhook', 'web hook'],
  ['dropdown', 'drop-down'],
  ['real-time', 'realtime'],
  ['website', 'web site'],
  ['color', 'colour'],
  ['behavior', 'behaviour'],
  ['iz', 'is'],
  ['canceled', 'cancelled'],
  ['center', 'centre'],
  ['catalog', 'catalogue'],
  ['whitelist', 'white-list'],
  ['command-line', 'command line'],
  ['open-source', 'open source'],
]

// tries each swap and keeps the one whose result the wanted form accepts whole
function respelled(text: string, forms: readonly RegExp[], kept: number): string | null {
  for (const pair of swaps) {
    const [from, to] = [pair[1 - kept]!, pair[kept]!]
    const at = text.toLowerCase().indexOf(from)
    if (at === -1) continue
    const capital = at === 0 && /[A-Z]/.test(text[0]!)
    const word =
      text.slice(0, at) +
      (capital ? to[0]!.toUpperCase() + to.slice(1) : to) +
      text.slice(at + from.length)
    if (`${word} tool project`.match(forms[kept]!)?.[0]?.trim() === word.trim()) return word
  }
  return null
}

function projectNameFindings(document: MarkdownDocument, name: string): readonly Finding[] {
  if (name.length < 4 || !/^[\w.-]+$/.test(name)) return []
  const body = name.replaceAll(/[.-]/g, '[-. ]?')
  const separated = /[-_.]/.test(name)
  const uses = [
    ...document.prose.matchAll(new RegExp(`(?<![\\w/@.-])${body}(?![\\w/(-]|\\.\\w)`, 'gi')),
  ].filter(
    (match) =>
      // words with a blank are plain English, a joined name is an identifier
      !match[0].includes(' ') && (!separated || /[-_.]/.test(match[0])),
  )
  const forms = new Map<string, number>()
  for (const [text] of uses) forms.set(text, (forms.get(text) ?? 0) + 1)
  // a plain word starts sentences with a capital; that is grammar, not a second spelling
  const usual = (form: string) =>
    form === name || (form.slice(1) === name.slice(1) && form[0]?.toLowerCase() === name[0])
  const distinct = new Set([...forms.keys()].map((form) => (usual(form) ? name : form)))
  if (distinct.size < 2) return []
  const mostly = [...forms].toSorted((a, b) => b[1] - a[1])[0]![0]
  const right = forms.has(name) ? name : mostly
  return uses
    .filter(([form]) => form !== right && !usual(form))
    .map((match) =>
      findingAt(
        document,
        match.index,
        `the project is called "${right}" elsewhere, here "${match[0]}"`,
        { fix: replacing(`write ${right}`, match.index, match.index + match[0].length, right) },
      ),
    )
}
