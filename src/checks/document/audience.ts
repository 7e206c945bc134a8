import type { Finding } from '../../model/finding.ts'
import { outcomeOf } from '../outcome.ts'
import { expansions, householdAcronyms, knownToDevelopers } from './acronyms.ts'
import type { Subject } from '../check.ts'
import { documentCheck, findingAt, replacing } from './document-check.ts'
import type { Block, MarkdownDocument } from './document.ts'
import { wordsOf } from './document.ts'
import { gatherFacts } from './facts.ts'
import { sectionFromFacts } from './project-sections.ts'

type Audience = 'beginner' | 'expert' | 'developer'

/** Whom the task says the document is for. */
function audienceOf({ prompt, ideal_result }: Subject['task']): Audience {
  const text = `${prompt} ${ideal_result}`
  if (
    /\bbeginners?\b|\bnewcomers?\b|\bnew to\b|\bnon-?technical\b|\bnovices?\b|\bfirst-time\b|\bjunior\b|\bstudents?\b|\bnever (?:used|programmed)\b|\bno (?:prior )?(?:experience|knowledge)\b|\bend users?\b/i.test(
      text,
    )
  )
    return 'beginner'
  return /\bexperts?\b|\bsenior\b|\bexperienced\b|\badvanced (?:users?|developers?)\b|\bmaintainers?\b|\bpower users?\b|\bSREs?\b/i.test(
    text,
  )
    ? 'expert'
    : 'developer'
}

/** The depth fits the readers, by what can be counted: acronyms, prerequisites, explained commands, reference. */
export const audience = documentCheck(
  { id: 'document/audience', title: 'Depth fits the audience', readsProject: true },
  async (document, subject) => {
    const readers = audienceOf(subject.task)
    const findings = [...acronymFindings(document, readers), ...thinFindings(document)]
    if (readers === 'beginner')
      findings.push(
        ...(await prerequisiteFindings(document, subject)),
        ...commandFindings(document),
      )
    if (readers === 'expert')
      findings.push(...basicsFindings(document), ...referenceFindings(document))
    if (readers === 'developer') findings.push(...talkingDown(document))
    return outcomeOf(
      findings.toSorted((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0)),
      `the depth fits: ${readers}`,
    )
  },
)

function acronymFindings(document: MarkdownDocument, readers: Audience): readonly Finding[] {
  if (readers === 'expert') return []
  const seen = new Set<string>()
  // a link takes the reader to the explanation
  const linked = new Set(document.links.flatMap(({ text }) => text.match(/[A-Z][A-Z0-9]+/g) ?? []))
  // a name the document itself writes as code, or as an ordinary word, is no acronym
  const asCode = new Set(
    document.inlineCodes.flatMap(({ text }) => text.match(/[A-Z][A-Z0-9]+/g) ?? []),
  )
  const ordinary = new Set(document.prose.match(/(?<![\w-])[a-z]{2,6}(?![\w-])/g))
  const inHeading = (at: number) =>
    document.headings.some(({ start, end }) => at >= start && at < end)
  return [
    ...document.prose.matchAll(/(?<![\w/.!-])([A-Z][A-Z0-9]{1,5})(s?)(?![\w/(-]|\.\w)/g),
  ].flatMap((match) => {
    const name = match[1]!
    if (
      seen.has(name) ||
      inHeading(match.index) ||
      /^\d|^[IVX]+$/.test(name) ||
      !/[A-Z]{2}/.test(name)
    )
      return []
    seen.add(name)
    if (
      householdAcronyms.has(name) ||
      asCode.has(name) ||
      ordinary.has(name.toLowerCase()) ||
      (readers === 'developer' && (knownToDevelopers.has(name) || linked.has(name))) ||
      isExpanded(document, name)
    )
      return []
    if (
      new RegExp(`(?:TODO|FIXME|XXX|TBD|${name}_)`).test(
        `${name}${document.text[match.index + name.length] ?? ''}`,
      )
    )
      return []
    const long = expansions[name]
    const end = match.index + match[0].length
    const fix = long === undefined ? undefined : replacing(`expand ${name}`, end, end, ` (${long})`)
    return [
      findingAt(
        document,
        match.index,
        `${name} is not spelt out for ${readers === 'beginner' ? 'beginners' : 'readers who do not know it'}`,
        { fix },
      ),
    ]
  })
}

function isExpanded(document: MarkdownDocument, name: string): boolean {
  const letters = name
  return new RegExp(
    `\\(${letters}s?\\)|\\b${letters}s?\\b["*_\`]* \\([A-Za-z][^)]{5,}\\)|\\b${letters} (?:stands for|is short for|means)|\\b${letters}\\b[^.\\n]{0,4}[–—:-] ?[A-Za-z][\\w -]{8,}`,
  ).test(document.text)
}

function thinFindings(document: MarkdownDocument): readonly Finding[] {
  const words = wordsOf(document.prose).length
  return words >= 12 || document.tables.length > 0
    ? []
    : [findingAt(document, 0, `only ${words} words of text; no reader can work with that`)]
}

async function prerequisiteFindings(
  document: MarkdownDocument,
  { project }: Subject,
): Promise<readonly Finding[]> {
  const commands = document.codes.some(({ language }) =>
    /^(?:sh|bash|shell|zsh|console|)$/.test(language),
  )
  const stated =
    document.headings.some(({ text }) =>
      /prereq|requirement|before you|what you need|you will need/i.test(text),
    ) ||
    /\byou(?:'ll| will)? need\b|\brequires?\b|\bmake sure (?:that )?you have\b|\bmust have\b/i.test(
      document.prose,
    )
  if (!commands || stated) return []
  const section = sectionFromFacts('Prerequisites', await gatherFacts(project))
  const before = document.headings.find(({ depth }) => depth === 2)
  const fix =
    section === null || before === undefined
      ? undefined
      : replacing('state the prerequisites', before.start, before.start, `${section}\n`)
  return [
    findingAt(
      document,
      before?.start ?? 0,
      'beginners are not told what they need before they start',
      { fix },
    ),
  ]
}

// a command that beginners are to type needs a sentence that says what it does
function commandFindings(document: MarkdownDocument): readonly Finding[] {
  return document.blocks.flatMap((block, index) => {
    const code =
      block.kind === 'code' ? document.codes.find(({ start }) => start === block.start) : undefined
    if (code === undefined || !/^(?:sh|bash|shell|zsh|console)$/.test(code.language)) return []
    const [before, after] = [document.blocks[index - 1], document.blocks[index + 1]]
    const says = (one: Block | undefined): boolean =>
      one !== undefined &&
      (one.kind === 'paragraph' || one.kind === 'list') &&
      wordsOf(one.text).length >= 3
    const explained =
      says(before) ||
      (says(after) &&
        /^(?:this|it|that|the command|after)\b|\bcommands?\b/i.test(after?.text ?? '')) ||
      /^\s*#\s+\w+ \w+/m.test(code.content)
    if (explained) return []
    const sentence = commandSentence(code.content)
    return [
      findingAt(document, block.start, 'the command is not explained', {
        fix:
          sentence === null
            ? undefined
            : replacing('say what the command does', block.start, block.start, `${sentence}\n\n`),
      }),
    ]
  })
}

function commandSentence(content: string): string | null {
  const text = content.trim().replace(/^\$ /, '')
  if (/^npm (?:install|i) \S/.test(text)) return 'This command installs the package from npm:'
  if (/^npm (?:install|ci|i)$/.test(text))
    return 'This command installs the dependencies of the project:'
  if (/^npm test$/.test(text)) return 'This command runs the tests of the project:'
  const script = /^npm run ([\w:-]+)$/.exec(text)?.[1]
  return script === undefined ? null : `This command runs the script \`${script}\` of package.json:`
}

const basics =
  /\b(?:npm|Git|Node\.js|Docker|JSON|YAML|a terminal|an API|the command line|a variable|a function) is (?:a|an|the) [\w -]{0,30}(?:package manager|version control|runtime|format|program|tool|window|platform|container|language|way to|place)\b|\b(?:JSON|YAML|API|CLI|URL|npm|HTTP) stands for\b|\bopen (?:a|your|the) terminal\b|\b(?:press|hit) (?:the )?enter\b|\bdon't worry\b|\bcongratulations\b|\bno experience (?:is )?needed\b/gi

const basicsFindings = (document: MarkdownDocument): readonly Finding[] =>
  [...document.prose.matchAll(basics)].map((match) =>
    findingAt(document, match.index, `experts do not need "${match[0]}"`),
  )

function referenceFindings(document: MarkdownDocument): readonly Finding[] {
  const refers =
    document.tables.length > 0 ||
    document.headings.some(({ text }) => /\bapi\b|reference|options|signature|\(/i.test(text)) ||
    document.inlineCodes.some(({ text }) => /\w\(.*\)/.test(text))
  return refers
    ? []
    : [
        findingAt(
          document,
          document.headings[0]?.start ?? 0,
          'experts look for a table or a reference, and there is none',
        ),
      ]
}

const patronising =
  /\b(?:don't worry|congratulations|you did it|as everyone knows|even your grandmother|for dummies|explain like i'?m five|ELI5)\b/gi

const talkingDown = (document: MarkdownDocument): readonly Finding[] =>
  [...document.prose.matchAll(patronising)].map((match) =>
    findingAt(document, match.index, `"${match[0]}" talks down to developers`),
  )
