import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DesignFinding } from '../../../checks/design/critique.ts'
import type { DesignIntent } from '../../../checks/design/intent.ts'
import { readPreviewStamp } from '../../../model/preview-stamp.ts'
import { renderPreview, type PreviewInput } from './page.ts'
import { intentOf } from '../../../../test/support/design-preview/grown.ts'
import { hostileIntent } from '../../../../test/support/design-preview/hostile.ts'
import {
  parsePage,
  type Element,
  type Page,
} from '../../../../test/support/design-preview/parse-page.ts'
import { finding, scorecardWith } from '../../../../test/support/design-preview/scorecard.ts'
import { cleanIntent } from '../../../../test/support/design-intents.ts'

const libraryIntent = intentOf(24, 6)
const smallIntent = cleanIntent('newsletter-sign-up')

const hashOf = (intent: DesignIntent) =>
  createHash('sha256').update(JSON.stringify(intent)).digest('hex')

const inputOf = (intent: DesignIntent, more: Partial<PreviewInput> = {}): PreviewInput => ({
  intent,
  intentHash: hashOf(intent),
  scorecard: scorecardWith({}, 97),
  threshold: 80,
  iteration: 2,
  recommendations: [],
  ...more,
})

const pageOf = (intent: DesignIntent, more: Partial<PreviewInput> = {}): Page =>
  parsePage(renderPreview(inputOf(intent, more)))

const idsOf = ({ elements }: Page): readonly string[] =>
  elements.flatMap(({ attributes }) => attributes.get('id') ?? [])

const hrefsOf = ({ elements }: Page): readonly string[] =>
  elements.flatMap(({ attributes }) => attributes.get('href') ?? [])

/** Links to places that are not on the page. */
const strayLinks = (page: Page): readonly string[] => {
  const known = new Set(idsOf(page))
  return hrefsOf(page).filter((href) => href.startsWith('#') && !known.has(href.slice(1)))
}

const everyPlace = [
  '',
  '/title',
  '/goals',
  '/goals/1',
  '/userFlows',
  '/userFlows/0/actor',
  '/userFlows/0/steps/1/componentIds/0',
  '/userFlows/1/steps',
  '/components',
  '/components/8/description',
  '/components/11',
  '/dataModel',
  '/dataModel/entities/4/attributes/1/type',
  '/dataModel/relationships/2/to',
  '/interactions',
  '/interactions/1/states/0',
]

const nowhere = [
  '/components/99',
  '/goals/-1',
  '/goals/01',
  '/colours/0',
  'components/3',
  '/dataModel/x',
  '/~1~0',
  '/components/1e0',
]

describe('a preview', () => {
  const samples: readonly (readonly [string, DesignIntent])[] = [
    ['of 3 components', smallIntent],
    ['of 24 components', libraryIntent],
    ['of 40 components', intentOf(40, 9)],
    ['of 500 components', intentOf(500, 30)],
    ['of a hostile intent', hostileIntent],
  ]

  test.each(samples)(
    '[PREVIEW-6] %s is well-formed and holds no tag of the intent',
    (_, intent) => {
      const scorecard = scorecardWith({ clarity: [finding('/goals/0', '<b>bold</b>')] })
      const { elements } = pageOf(intent, { scorecard, recommendations: ['<i>x</i>'] })
      const names = new Set(elements.map(({ name }) => name))
      expect([...names].filter((name) => !ours.has(name))).toEqual([])
      expect(
        elements.flatMap(({ attributes }) =>
          [...attributes.keys()].filter((key) => key.startsWith('on')),
        ),
      ).toEqual([])
    },
  )

  test('[PREVIEW-6] holds no tag, attribute or entity of any text, wherever it stands', () => {
    const reached = { markup: 0 }
    fc.assert(
      fc.property(nastyIntent, nastyText, (intent, text) => {
        if (/[<>"&]/.test(JSON.stringify(intent.components))) reached.markup += 1
        const findings = [finding(text, text), finding('/components/0', text, 'error')]
        const scorecard = scorecardWith({
          coherence: findings.map((each) => ({ ...each, ruleId: text })),
        })
        const { elements } = pageOf(intent, {
          scorecard,
          recommendations: [text],
          intentHash: text,
        })
        const strange = elements.filter(
          ({ name, attributes }) =>
            !ours.has(name) || [...attributes.keys()].some((key) => !oursToo.has(key)),
        )
        expect(strange).toEqual([])
      }),
      { numRuns: 150 },
    )
    expect(reached.markup).toBeGreaterThan(50)
  })

  test('has the same bytes for the same input, and other bytes for another', () => {
    const once = renderPreview(inputOf(libraryIntent))
    expect(renderPreview(inputOf(structuredClone(libraryIntent)))).toBe(once)
    expect(renderPreview(inputOf({ ...libraryIntent, title: 'Loans' }))).not.toBe(once)
    expect(renderPreview(inputOf(libraryIntent, { threshold: 81 }))).not.toBe(once)
  })

  test('begins with what it is of: title, feature, version, iteration and goals', () => {
    const { text } = pageOf(libraryIntent, { iteration: 7 })
    const words = ['Clinic appointments', 'clinic-appointments', 'version 2.0.0', 'iteration 7']
    for (const each of [...words, ...libraryIntent.goals]) expect(text).toContain(each)
    const { title: _, ...untitled } = smallIntent
    expect(pageOf(untitled).text).toContain('Newsletter sign up')
  })

  test('carries the hash of its intent, to be read back and to be seen', () => {
    const hash = hashOf(libraryIntent)
    const page = renderPreview(inputOf(libraryIntent))
    expect(readPreviewStamp(page)).toBe(hash)
    expect(parsePage(page).text).toContain(hash.slice(0, 12))
  })

  test('gives no hash where it has none, even when the intent spells one', () => {
    const forged = `<meta name="loopwright-intent-sha256" content="${'0'.repeat(64)}">`
    const page = renderPreview(inputOf({ ...smallIntent, title: forged }, { intentHash: 'none' }))
    expect(readPreviewStamp(page)).toBeNull()
    expect(readPreviewStamp('')).toBeNull()
    expect(readPreviewStamp('<p>another page</p>')).toBeNull()
  })

  test('lists every finding and notes it beside what it is about', () => {
    const findings = everyPlace.map((path, at) => finding(path, `What is wrong, number ${at}.`))
    const page = pageOf(libraryIntent, { scorecard: scorecardWith({ clarity: findings }) })
    for (const [at] of findings.entries()) {
      const said = page.text.split(`What is wrong, number ${at}.`).length - 1
      expect([at, said]).toEqual([at, 2])
    }
    const ids = new Set(idsOf(page))
    for (const at of findings.keys()) {
      expect(ids).toContain(`finding-${at + 1}`)
      expect(ids).toContain(`note-${at + 1}`)
      expect(hrefsOf(page)).toContain(`#note-${at + 1}`)
    }
  })

  test('puts a note into the card of its target, not merely on the page', () => {
    const within = (path: string, card: string) => {
      const page = renderPreview(
        inputOf(libraryIntent, {
          scorecard: scorecardWith({ clarity: [finding(path, 'Wrong.')] }),
        }),
      )
      const from = page.indexOf(`id="${card}"`)
      const note = page.indexOf('id="note-1"')
      const next = page.indexOf(' id="', from + 1)
      // the note is the first thing with an id after the card's own
      return from > 0 && note > from && page.slice(next + 5, next + 11) === 'note-1'
    }
    expect(within('/components/8/description', 'components.8')).toBe(true)
    expect(within('/components/8/description', 'components.7')).toBe(false)
    expect(within('/dataModel/entities/4/attributes/1', 'dataModel.entities.4')).toBe(true)
    expect(within('/interactions/1/response', 'interactions.1')).toBe(true)
    expect(within('/userFlows/1/steps/1', 'userFlows.1.steps.1')).toBe(true)
    expect(within('/goals/0', 'goals.0')).toBe(true)
  })

  test('lists findings that point nowhere, and says that they do', () => {
    const findings = nowhere.map((path, at) => finding(path, `Lost, number ${at}.`, 'error'))
    const page = pageOf(libraryIntent, { scorecard: scorecardWith({ coherence: findings }) })
    for (const at of findings.keys()) expect(page.text).toContain(`Lost, number ${at}.`)
    expect(page.text.split('not in this design').length - 1).toBe(nowhere.length)
    expect(hrefsOf(page).filter((href) => href.startsWith('#note-'))).toEqual([])
  })

  test('names the severity in words, the gravest first', () => {
    const kinds: readonly DesignFinding['severity'][] = ['info', 'error', 'warning']
    const findings = kinds.map((severity) => finding('/components/0', `A ${severity}.`, severity))
    const { text } = pageOf(smallIntent, { scorecard: scorecardWith({ clarity: findings }) })
    const places = ['A error.', 'A warning.', 'A info.'].map((words) => text.indexOf(words))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    for (const word of ['Error', 'Warning', 'Note']) expect(text).toContain(word)
    expect(text).toContain('1 error, 1 warning, 1 note')
  })

  test('says where nothing is criticised', () => {
    const clean = pageOf(libraryIntent)
    expect(clean.text).toContain('Nothing is criticised: every rule holds.')
    expect(clean.text.split('Nothing is criticised here.').length - 1).toBe(5)
    const one = pageOf(libraryIntent, {
      scorecard: scorecardWith({ clarity: [finding('/components/0/name', 'Wrong.')] }),
    })
    expect(one.text.split('Nothing is criticised here.').length - 1).toBe(4)
    expect(one.text).not.toContain('every rule holds')
  })

  test.each([
    [80, 80, 'Meets the threshold'],
    [79.99, 80, 'Below the threshold'],
    [91.256, 90.5, 'Meets the threshold'],
    [Number.NaN, 80, 'Below the threshold'],
  ])('holds %d against %d in words, with the five dimensions', (score, threshold, words) => {
    const scorecard = scorecardWith({ clarity: [finding('', 'x')] }, score)
    const { text } = pageOf(smallIntent, { scorecard, threshold })
    const all = [
      words,
      'Completeness, 25 %',
      'Data model integrity, 15 %',
      '1 finding',
      'no findings',
    ]
    for (const each of all) expect(text).toContain(each)
  })

  test('praises nothing before it was scored', () => {
    const { text } = pageOf(libraryIntent, { scorecard: null })
    expect(text).toContain('not been scored yet')
    expect(text).not.toContain('Nothing is criticised')
  })

  test('[PREVIEW-6] has no script and asks for nothing from elsewhere', () => {
    const page = renderPreview(inputOf(hostileIntent))
    const { elements } = parsePage(page)
    expect(
      elements.filter(({ name }) => ['script', 'iframe', 'img', 'form'].includes(name)),
    ).toEqual([])
    const links = elements.flatMap(({ attributes }) =>
      ['href', 'src', 'action', 'data'].flatMap((key) => attributes.get(key) ?? []),
    )
    expect(links.filter((link) => !/^(#[\w.-]+|data:,)$/.test(link))).toEqual([])
    const style = page.slice(page.indexOf('<style>'), page.indexOf('</style>'))
    expect(style).not.toMatch(/url\(|@import|expression/)
    const policy = elements.find(({ attributes }) => attributes.has('http-equiv'))
    expect(policy?.attributes.get('content')).toContain(
      'default-src &#39;none&#39;'.replaceAll('&#39;', "'"),
    )
  })

  test('has links that lead to a place on the page, and every id once', () => {
    const findings = everyPlace.map((path) => finding(path, 'Wrong.'))
    for (const [, intent] of samples) {
      const page = pageOf(intent, { scorecard: scorecardWith({ clarity: findings }) })
      const ids = idsOf(page)
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
      const known = new Set(ids)
      expect(strayLinks(page)).toEqual([])
      const named = page.elements
        .flatMap(({ attributes }) => attributes.get('aria-labelledby')?.split(' ') ?? [])
        .filter((id) => !known.has(id))
      expect(named).toEqual([])
    }
  })

  test('of 24 components is drawn within 20 ms once warm', () => {
    const input = inputOf(libraryIntent, {
      scorecard: scorecardWith({ clarity: everyPlace.map((path) => finding(path, 'Wrong.')) }),
    })
    for (let warm = 0; warm < 20; warm += 1) renderPreview(input)
    const times = Array.from({ length: 15 }, () => {
      const start = performance.now()
      renderPreview(input)
      return performance.now() - start
    }).toSorted((a, b) => a - b)
    expect(times[7]).toBeLessThan(20)
  })
})

describe('a preview read aloud', () => {
  const page = pageOf(libraryIntent, {
    scorecard: scorecardWith({ clarity: everyPlace.map((path) => finding(path, 'Wrong.')) }),
  })
  const of = (name: string): readonly Element[] =>
    page.elements.filter((each) => each.name === name)

  test('has landmarks, one h1, and headings that skip no level', () => {
    for (const name of ['header', 'nav', 'main', 'footer', 'h1']) expect(of(name)).toHaveLength(1)
    const levels = page.elements.flatMap(({ name }) =>
      /^h[1-6]$/.test(name) ? [Number(name[1])] : [],
    )
    expect(levels[0]).toBe(1)
    expect(levels.filter((level, at) => at > 0 && level > (levels[at - 1] ?? 0) + 1)).toEqual([])
    expect(of('html')[0]?.attributes.get('lang')).toBe('en')
    expect(page.elements.find(({ name }) => name === 'a')?.attributes.get('href')).toBe('#main')
  })

  test('has captions and scopes in tables', () => {
    expect(of('table').length).toBeGreaterThan(3)
    expect(of('caption')).toHaveLength(of('table').length)
    expect(of('th').filter(({ attributes }) => !attributes.has('scope'))).toEqual([])
  })
})

describe('a preview of a vast intent', () => {
  const most = 2_000_000

  test('of ten thousand components stays small and says what it left out', () => {
    const findings = Array.from({ length: 10_000 }, (_, at) =>
      finding(`/components/${9_999 - at}`, 'Wrong.'),
    )
    const input = inputOf(intentOf(10_000, 200), {
      scorecard: scorecardWith({ clarity: findings }),
    })
    const page = renderPreview(input)
    expect(Buffer.byteLength(page)).toBeLessThan(most)
    const { text } = parsePage(page)
    expect(text).toMatch(/\d+ components more in intent.json, not drawn here/)
    expect(text).toMatch(/\d+ findings more in intent.json/)
    expect(text).toContain('10000 warnings')
    expect(strayLinks(parsePage(page))).toEqual([])
    expect(text).toContain('not drawn here')
  })

  test('leaves nothing out of an intent of 500 components', () => {
    expect(pageOf(intentOf(500, 30)).text).not.toMatch(
      /(component|flow|step|entity|interaction)s? more in intent/,
    )
  })

  test.each(['"', '\u202e', '😀', '\n', 'W'])(
    'stays small when every text is as long as it may be, of %j',
    (character) => {
      const text = character.repeat(20_000 / character.length)
      const name = character.repeat(200 / character.length)
      const page = renderPreview({
        ...inputOf(smallIntent),
        intent: stuffed(text, name),
        scorecard: scorecardWith({
          clarity: Array.from({ length: 2000 }, () => ({
            ...finding('/goals/0', text),
            ruleId: text,
          })),
        }),
        recommendations: Array(80).fill(text),
      })
      expect(Buffer.byteLength(page)).toBeLessThan(most)
      expect(() => parsePage(page)).not.toThrow()
    },
  )
})

/** A large intent with one text everywhere. */
function stuffed(text: string, name: string): DesignIntent {
  const grown = intentOf(600, 40)
  const wide = Array.from({ length: 100 }, () => name)
  return {
    ...grown,
    goals: Array.from({ length: 500 }, () => text),
    userFlows: grown.userFlows.map((flow) => ({
      ...flow,
      name: text,
      actor: text,
      goal: text,
      steps: flow.steps.map((step) => ({
        ...step,
        action: text,
        outcome: text,
        componentIds: [...step.componentIds, ...wide],
        entityIds: [...(step.entityIds ?? []), ...wide],
      })),
    })),
    components: grown.components.map((component) => ({
      ...component,
      name: text,
      description: text,
      binds: wide,
      children: [...(component.children ?? []), ...wide],
    })),
    dataModel: {
      entities: grown.dataModel.entities.map((entity) => ({
        ...entity,
        name: text,
        attributes: Array.from({ length: 30 }, () => ({
          name,
          type: 'string',
          description: text,
        })),
      })),
      relationships: grown.dataModel.relationships.map((each) => ({ ...each, description: text })),
    },
    interactions: grown.interactions.map((each) => ({
      ...each,
      trigger: text,
      response: text,
      componentIds: [...each.componentIds, ...wide],
      states: wide,
    })),
  }
}

/** Text as an attacker would write it. */
const nastyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '`',
        '/',
        '=',
        '!',
        '-',
        ' ',
        '\n',
        '\u202e',
        '\ud83d',
        'zz',
        '<zz ',
        '</zz>',
        '<script>',
        ' onzz="',
        '&lt;zz&gt;',
        '&#60;',
        ']]>',
        '<!--',
        '</style>',
        'javascript:zz',
        '${zz}',
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => parts.join('')),
)

const nastyIntent: fc.Arbitrary<DesignIntent> = fc.infiniteStream(nastyText).map((stream) => {
  const next = () => stream.next().value ?? ''
  const ids = Array.from({ length: 6 }, next)
  const pick = (at: number) => ids[at % ids.length] ?? ''
  return {
    schemaVersion: '1.0.0',
    featureId: 'nasty-one',
    version: '1.0.0',
    title: next(),
    goals: [next(), next()],
    userFlows: [
      {
        id: next(),
        name: next(),
        actor: next(),
        goal: next(),
        steps: [
          {
            id: next(),
            action: next(),
            outcome: next(),
            componentIds: [pick(0), next()],
            entityIds: [pick(4), next()],
          },
          { id: next(), action: next(), componentIds: [pick(1)] },
        ],
      },
    ],
    components: [
      {
        id: pick(0),
        name: next(),
        type: 'view',
        description: next(),
        children: [pick(1), pick(2), next()],
        binds: [next(), `${pick(4)}.${next()}`],
      },
      {
        id: pick(1),
        name: next(),
        type: 'container',
        description: next(),
        children: [pick(0), pick(3)],
      },
      { id: pick(2), name: next(), type: 'control', description: next() },
      { id: pick(3), name: next(), type: 'data', description: next(), children: [pick(3)] },
    ],
    dataModel: {
      entities: [
        {
          id: pick(4),
          name: next(),
          attributes: [{ name: next(), type: 'string', description: next() }],
        },
        { id: pick(5), name: next(), attributes: [{ name: next(), type: 'list', required: true }] },
      ],
      relationships: [
        { from: pick(4), to: pick(5), cardinality: 'one-to-many', description: next() },
        { from: pick(5), to: next(), cardinality: 'many-to-many' },
      ],
    },
    interactions: [
      {
        id: next(),
        trigger: next(),
        response: next(),
        componentIds: [pick(2), next()],
        states: [next()],
      },
    ],
  }
})

/** Everything that the page is built from. */
const ours = new Set(
  'html head meta link title style body a header nav main footer div section article h1 h2 h3 h4 p span strong code bdi br ul ol li dl dt dd table caption thead tbody tr th td i'.split(
    ' ',
  ),
)
const oursToo = new Set(
  'lang charset name content http-equiv rel href id class style role dir scope tabindex aria-label aria-labelledby'.split(
    ' ',
  ),
)
