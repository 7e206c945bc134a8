import type { Finding } from '../../model/finding.ts'
import { outcomeOf } from '../outcome.ts'
import { documentCheck, findingAt, replacing } from './document-check.ts'
import type { MarkdownDocument } from './document.ts'
import { wordsOf } from './document.ts'
import type { DocumentKind } from './kind.ts'
import { kindOf } from './kind.ts'
import { placeholder } from './placeholders.ts'

/** Instructions are concrete: no placeholders, vague words, endless sentences or steps without a command. */
export const clarity = documentCheck(
  { id: 'document/clarity', title: 'Wording is concrete and unambiguous', readsProject: false },
  async (document, { task }) => {
    const findings = [
      ...placeholderFindings(document),
      ...vagueFindings(document),
      ...longSentences(document),
      ...stepFindings(document, kindOf(document, task)),
      ...linkTextFindings(document),
    ]
    return outcomeOf(
      findings.toSorted((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0)),
      'no placeholder, vague word, endless sentence or empty step was found',
    )
  },
)

function placeholderFindings(document: MarkdownDocument): readonly Finding[] {
  const inProse = [...document.prose.matchAll(placeholder)].map((match) =>
    findingAt(document, match.index, `placeholder instead of content: ${match[0]}`),
  )
  const explained = /\b(?:replace|substitute|where|with your|your own|put your)\b/i
  const tags = [
    ...document.text.matchAll(
      /<(your|my|insert|enter|some)[\w -]{0,40}>|\[(?:your|insert)[\w -]{1,40}\](?![([])/gi,
    ),
  ].filter((match) => {
    const line = document.lines.lineAt(match.index)
    const near = Array.from({ length: 11 }, (_, index) =>
      document.lines.textOf(Math.max(1, line - 7 + index)),
    )
      .join(' ')
      .replaceAll(match[0], '')
    return !explained.test(near)
  })
  const seen = new Set(inProse.map(({ place }) => place.line))
  return [
    ...inProse,
    ...tags
      .filter((match) => !seen.has(document.lines.lineAt(match.index)))
      .map((match) =>
        findingAt(
          document,
          match.index,
          `${match[0]} is left for the reader without a word of what to put there`,
        ),
      ),
  ]
}

const verbs =
  'run|add|use|call|install|copy|paste|type|do|import|set|pass|click|open|works?|put|drop|follow|create|start|change|configure|clone|execute|write|edit|make|restart|enable|visit|go|wrap|let|pick|remove|delete|replace|reload|save|select|choose|build|deploy|update|check|look|read|send|return|turn|plug|point|press|swap|extend'
type Vague = { readonly pattern: RegExp; readonly why: string; readonly drop?: boolean }

const vague: readonly Vague[] = [
  {
    pattern: /\b(?:simply|obviously|of course|needless to say|trivially)\b,?\s*/gi,
    why: 'says nothing to the reader who is stuck',
    drop: true,
  },
  {
    pattern: new RegExp(`\\b(?<!not )(?<!-)just\\s+(?=(?:${verbs})\\b)`, 'gi'),
    why: 'says nothing to the reader who is stuck',
    drop: true,
  },
  {
    pattern: /\betc\b\.?|\band so (?:on|forth)\b|\bamong other things\b/gi,
    why: 'leaves the list open',
  },
  {
    pattern:
      /\b(?:somehow|some kind of|some sort of|and stuff|or something(?=[.,;!])|or whatever|kind of works?|sort of works?|thingy|do the needful)\b/gi,
    why: 'is vague',
  },
  {
    pattern:
      /\b(?:should|might|may) (?:probably )?(?:work|be fine|be ok(?:ay)?)\b|\bprobably\b|\bhopefully\b/gi,
    why: 'is a guess, not an instruction',
  },
  {
    pattern:
      /\b(?:as (?:needed|necessary|appropriate|required|you see fit)|if (?:needed|necessary|appropriate)|where appropriate|when appropriate)\b/gi,
    why: 'does not say when',
  },
  {
    pattern:
      /\b(?:the |an? )?(?:appropriate|suitable|relevant|necessary|usual|proper|correct|right|various|several) (?:values?|settings?|options?|things?|files?|changes?|steps?|configurations?|parameters?|tools?|commands?|stuff|way|ways|place)\b(?! (?:of|are listed|below|for|in|from|to|that|listed|must|is|are))/gi,
    why: 'does not say which',
  },
  {
    pattern:
      /\b(?:configure|set (?:it|everything|things) up|install|adjust|tune) (?:it |everything |this )?(?:properly|correctly|accordingly|appropriately|as usual)\b|\badjust accordingly\b/gi,
    why: 'does not say how',
  },
  {
    pattern:
      /\b(?:a while|some time|a few moments|fairly|pretty) (?:long|fast|quick|soon)\b|\ba (?:reasonable|sufficient|large enough|decent) (?:amount|number|value|size|time)\b/gi,
    why: 'gives no number',
  },
]

function vagueFindings(document: MarkdownDocument): readonly Finding[] {
  return vague.flatMap(({ pattern, why, drop }) =>
    [...document.prose.matchAll(pattern)].map((match) => {
      const said = match[0].trim().replace(/,$/, '')
      return findingAt(document, match.index, `"${said}" ${why}`, {
        fix: drop ? dropped(document, match.index, match[0]) : undefined,
      })
    }),
  )
}

function dropped(document: MarkdownDocument, start: number, said: string) {
  const end = start + said.length
  const next = document.text[end]
  // a dropped first word hands its capital on
  const starts = /[A-Z]/.test(said[0]!) && next !== undefined && /[a-z]/.test(next)
  return starts
    ? replacing(`drop "${said.trim()}"`, start, end + 1, next.toUpperCase())
    : replacing(`drop "${said.trim()}"`, start, end, '')
}

const longest = 40

function longSentences(document: MarkdownDocument): readonly Finding[] {
  return document.paragraphs.flatMap((paragraph) => {
    const raw = document.text.slice(paragraph.start, paragraph.end)
    const sentences = raw.matchAll(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*(?:[.!?]+|$)/g)
    return [...sentences].flatMap((match) => {
      const count = wordsOf(
        match[0].replace(/<[^>]*>|`[^`\n]*`|\]\([^)\n]*\)|https?:\S+/g, ' x '),
      ).length
      return count > longest
        ? [
            findingAt(
              document,
              paragraph.start + match.index + (/\S/.exec(match[0])?.index ?? 0),
              `a sentence of ${count} words; at most ${longest} can be followed`,
            ),
          ]
        : []
    })
  })
}

const doing =
  /^(?:then |next,? |finally,? |first,? )?(?:install|configure|run|build|deploy|start|set up|initiali[sz]e|execute|restart|enable|migrate|compile|launch|provision|update|upgrade)\b/i

function stepFindings(document: MarkdownDocument, kind: DocumentKind): readonly Finding[] {
  if (kind === 'changelog' || kind === 'decision') return []
  return document.lists
    .filter(({ ordered }) => ordered)
    .flatMap((list) => {
      const codeFollows = document.codes.some(
        ({ start }) =>
          start >= list.end &&
          start - list.end < 400 &&
          !document.headings.some((heading) => heading.start > list.end && heading.start < start),
      )
      return list.items.flatMap((item) =>
        item.concrete ||
        codeFollows ||
        !doing.test(item.text) ||
        wordsOf(item.text).length > 12 ||
        /["“”'‘]|\d/.test(item.text)
          ? []
          : [
              findingAt(
                document,
                item.start,
                `the step "${item.text.slice(0, 80)}" names no command, file or value`,
              ),
            ],
      )
    })
}

function linkTextFindings(document: MarkdownDocument): readonly Finding[] {
  return document.links.flatMap((link) =>
    (link.kind === 'link' || link.kind === 'reference') &&
    /^(?:here|click here|this|link|this link|read more|more)$/i.test(link.text.trim())
      ? [
          findingAt(
            document,
            link.start,
            `the link text "${link.text}" does not say where it leads`,
          ),
        ]
      : [],
  )
}
