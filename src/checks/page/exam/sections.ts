import { type Answer, met, undecided, unmet } from '../../../obligations/examine.ts'
import { quote } from '../score/define-rule.ts'
import { type Part, type Shown, stems } from './parts.ts'

/** What shows that a part is a section of its kind; `sure` is false where its absence proves nothing. */
type Kind = {
  readonly asked: RegExp
  /** How else such a section is called. */
  readonly called: RegExp
  readonly shows?: (part: Part) => string | null
  readonly sure?: boolean
}

const amounts =
  /(?:[€$£¥]|\b(?:eur|usd|gbp|chf|kr)\b)\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€$£¥]|\b(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?|cents?|kr)\b)/gi
const days =
  /\b(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)[a-z]*\b|\bdaily\b|\bevery day\b/i
const times =
  /\b\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|a\.m|p\.m|uhr|h)?\s?(?:-|–|—|to|until|till)\s?\d{1,2}\b|\b\d{1,2}:\d{2}\b/i

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length
export const pricesIn = (text: string): number => count(text, amounts)
const some = (number: number, what: string): string | null =>
  number > 0 ? `${number} ${what}` : null

/** Sections that pages have in common, under the names that people give them. */
const kinds: readonly Kind[] = [
  {
    asked: /^(?:pric\w*(?: (?:list|table|overview))?|plans?|rates?|tariffs?|fees|costs?)$/,
    called: /\bpric|\bplans?\b|\brates?\b|\btariff|\bfees?\b|\bcosts?\b|\bpay\b/i,
    shows: ({ text }) => some(count(text, amounts), 'prices'),
    sure: true,
  },
  {
    asked:
      /^(?:testimonials?|(?:customer |guest )?reviews?|social proof|voices|references|customer stories)$/,
    called:
      /testimonial|review|voice|stories|\bsay(?:s|ing)?\b|guest ?book|trusted|\bloved?\b|clients?|customers?/i,
    shows: ({ blocks, text }) =>
      some(
        blocks.filter(({ tag }) => tag === 'blockquote' || tag === 'figcaption').length ||
          count(text, /[“„«"][^”“»"\n]{15,}[”“»"]/g),
        'quotations',
      ),
  },
  {
    asked: /^(?:faqs?|questions?(?: and answers)?|frequently asked questions)$/,
    called: /\bfaqs?\b|question|\bask(?:ed)?\b|good to know|answers/i,
    shows: ({ text }) => some(count(text, /\?(?=\s|$)/g), 'questions'),
  },
  {
    asked: /^(?:contacts?(?: us| form| details)?|get in touch)$/,
    called: /contact|touch|\bwrite\b|\breach\b|\bhello\b|\bcall\b|message|enquir/i,
    shows: ({ forms, links, text }) =>
      some(forms.length, 'forms') ??
      some(
        links.filter(({ raw }) => /^(?:mailto|tel):/i.test(raw)).length,
        'mailto: or tel: links',
      ) ??
      (/\S@\S+\.\w|\+?\d[\d /()-]{6,}\d/.test(text) ? 'an address or a number' : null),
    sure: true,
  },
  {
    asked: /^(?:opening hours|opening times|hours|business hours)$/,
    called: /\bhours\b|\bopen(?:ing)?\b|\bwhen\b/i,
    shows: ({ text }) => (days.test(text) && times.test(text) ? 'days with times' : null),
    sure: true,
  },
  {
    asked: /^(?:location|map|directions|find us|how to find us|address|where|getting here)$/,
    called: /\bfind\b|location|\bwhere\b|\bmap\b|direction|get(?:ting)? here|address|visit/i,
    shows: ({ frames, blocks, text }) =>
      some(frames, 'frames') ??
      some(blocks.filter(({ tag }) => tag === 'address').length, 'addresses') ??
      (/\b\d{4,5}\s+\p{Lu}|\b(?:street|road|avenue|lane|square|straße|strasse|platz|weg|rue|via)\b/iu.test(
        text,
      )
        ? 'a street'
        : null),
  },
  {
    asked: /^(?:(?:photo |picture |image )?galler\w*|portfolio|photos?|pictures)$/,
    called: /galler|portfolio|photo|picture|\bwork\b|\blook\b/i,
    shows: ({ images }) => (images >= 2 ? `${images} pictures` : null),
    sure: true,
  },
  {
    asked: /^(?:teams?|people|staff|our team|about the team)$/,
    called: /team|people|who we are|\bmeet\b|staff/i,
  },
  {
    asked: /^(?:newsletter(?: sign ?up)?|sign ?up|subscribe)$/,
    called: /newsletter|sign ?up|subscribe|news/i,
  },
  {
    asked: /\bform$/,
    called: /\bform\b|order|book|reserv|sign|regist|appl|donat|request|enquir/i,
    shows: ({ forms }) => some(forms.length, 'forms'),
    sure: true,
  },
]

/** Names that say what a section is for, and that no page prints. Its heading may be anything. */
const isFree =
  /^(?:hero|intro\w*|problem|pain|solution|features?|benefits?|promises?|services?|how it works|process|steps|why(?: us)?|value proposition|about(?: us)?|story|our story|cta|calls? to action|closing|final cta|social proof|main)\b/

const roles: Readonly<Record<string, string>> = {
  footer: 'contentinfo',
  header: 'banner',
  navigation: 'navigation',
  nav: 'navigation',
  menu: 'navigation',
}

const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}&]+/gu, ' ')
    .replace(/^(?:an?|the|our)\s+/, '')
    .replace(/\s+(?:section|area|block|part)$/, '')
    .trim()

/** Whether the page has this section, by heading, id, label, landmark, links, and what it must show. */
export function findSection(shown: Shown, name: string): Answer {
  const asked = plainName(name)
  const kind = kinds.find((each) => each.asked.test(asked))
  const named = shown.parts.filter((part) => isCalled(part, asked, kind))
  const answers = named.map((part) => judged(part, name, kind))
  const best = answers.find(({ status }) => status === 'met') ?? answers[0]
  if (best?.status === 'met') return best
  const landmark = shown.parts.find(({ role }) => role !== null && role === roles[asked])
  if (landmark !== undefined) return judged(landmark, name, undefined)
  if (asked === 'hero') return heroOf(shown, name)
  const foot = shown.view.blocks.find(({ selector }) => /(?:^|> )footer\b/.test(selector))
  if (asked === 'footer' && foot !== undefined)
    return met(`${quote(foot.text)} is in it`, foot.selector)
  const showing = kind?.shows
  const shows = showing && shown.parts.find((part) => part.isHeaded && strongly(showing(part)))
  if (showing && shows)
    return met(`${quote(name)}: ${showing(shows) ?? ''} at ${shows.selector}`, shows.selector)
  if (best !== undefined) return best
  return absent(shown, name, asked)
}

/** One amount may be a teaser; two make a list. */
const strongly = (observed: string | null): boolean =>
  observed !== null && !/^1 (?:prices|questions)$/.test(observed)

function isCalled({ names }: Part, asked: string, kind: Kind | undefined): boolean {
  const words = stems(asked)
  return names.some((name) => {
    const said = new Set(stems(name.replaceAll(/[-_]/g, ' ')))
    return (
      (words.length > 0 && words.every((word) => said.has(word))) ||
      kind?.called.test(name) === true
    )
  })
}

function judged(part: Part, name: string, kind: Kind | undefined): Answer {
  const { selector, names, text, images, forms, links, frames } = part
  const called = names[0] === undefined ? selector : quote(names[0])
  const words = stems(text).length
  if (words < 3 && images + forms.length + links.length + frames === 0)
    return unmet(`${quote(name)}: ${called} has nothing under its heading`, selector)
  const shows = kind?.shows?.(part)
  if (shows === null && kind?.sure === true && !/\d/.test(text) && images + forms.length === 0)
    return unmet(`${quote(name)}: ${called} shows nothing of the kind`, selector)
  if (shows === null)
    return undecided(
      `${quote(name)}: ${called} is called so, but shows nothing of the kind (${selector})`,
    )
  return met(`${quote(name)} is ${called}, ${words} words${shows ? `, ${shows}` : ''}`, selector)
}

function heroOf({ view, parts }: Shown, name: string): Answer {
  const first = view.headings.find(({ level, visible }) => level === 1 && visible)
  if (first === undefined) return unmet(`${quote(name)}: no h1 is seen`)
  if (first.box.y > view.height)
    return undecided(`${quote(name)}: the h1 comes after the first screen (${first.selector})`)
  const own = parts.find(({ selector }) => selector === first.selector)
  return met(`${quote(name)} begins with ${quote(first.text)}`, own?.selector ?? first.selector)
}

function absent(shown: Shown, name: string, asked: string): Answer {
  const heads = shown.parts.filter(({ isHeaded, text }) => isHeaded && stems(text).length > 2)
  const list = shown.view.headings.filter(({ visible }) => visible).map(({ text }) => quote(text))
  const observed = `the page has ${list.length === 0 ? 'no headings' : list.slice(0, 8).join(', ')}`
  if (isFree.test(asked) && heads.length > 0)
    return undecided(
      `no part is called ${quote(name)}, and its heading may be anything; ${observed}`,
    )
  const id = shown.view.ids.find((each) => plainName(each) === asked)
  if (id !== undefined)
    return undecided(`#${id} is there, but whether it is ${quote(name)} takes a look; ${observed}`)
  const said = new Set(stems(shown.text))
  if (stems(asked).every((word) => said.has(word)))
    return undecided(`${quote(name)} is spoken of, but no part is called so; ${observed}`)
  return unmet(`${quote(name)} is not there: ${observed}`)
}
