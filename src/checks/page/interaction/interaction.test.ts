import { describe, expect, test } from 'vitest'
import type { LinkFact, PageFacts, RequestFact } from '../../../model/page-facts.ts'
import type { ClickProbe, FormTry } from '../../../model/page-probes.ts'
import type { LinkVerdict } from '../../../model/page-static.ts'
import type { FieldFact, FormFact } from '../../../model/page-structure.ts'
import type { PageContract } from '../page-rule.ts'
import {
  aControl,
  aPage,
  aStaticPage,
  aText,
  box,
  inViews,
  noContract,
  staticFacts,
  white,
  anImage,
} from '../score/sample-page.contract.ts'
import { interactionRules } from './rules.ts'

const found = (id: string, facts: Partial<PageFacts>, contract: Partial<PageContract> = {}) =>
  interactionRules
    .find((rule) => rule.id === id)
    ?.run(aPage(facts), { ...noContract, ...contract }) ?? []

const aLink = (verdict: LinkVerdict, over: Partial<LinkFact> = {}): LinkFact => ({
  selector: 'nav > a',
  attribute: 'href',
  raw: '#prices',
  url: 'http://page.test/index.html#prices',
  text: 'Prices',
  verdict,
  ...over,
})

const clicked = (effects: ClickProbe['effects'], over: Partial<ClickProbe> = {}) => ({
  probes: {
    ...aPage().probes,
    clicks: [{ selector: '#buy', name: 'Reserve a loaf', effects, detail: null, ...over }],
  },
})

const aRequest = (over: Partial<RequestFact>): RequestFact => ({
  url: 'http://page.test/site.js',
  type: 'script',
  method: 'GET',
  status: 200,
  bytes: 10,
  blocked: null,
  failure: null,
  duringProbe: false,
  ...over,
})
const requests = (...list: readonly Partial<RequestFact>[]) => ({
  network: { ...aPage().network, requests: list.map((each) => aRequest(each)) },
})

const aTry = (over: Partial<FormTry> = {}): FormTry => ({
  blocked: false,
  invalid: [],
  shown: [],
  announced: false,
  request: null,
  navigation: null,
  errors: [],
  ...over,
})
const aField = (over: Partial<FieldFact> = {}): FieldFact => ({
  selector: '#mail',
  tag: 'input',
  type: 'email',
  name: 'mail',
  accessibleName: 'Mail',
  label: null,
  required: true,
  ariaRequired: false,
  pattern: null,
  placeholder: null,
  visible: true,
  ...over,
})
const aForm = (over: Partial<FormFact> = {}): FormFact => ({
  selector: '#order',
  action: 'thanks.html',
  method: 'get',
  fields: [aField()],
  submitters: ['#send'],
  ...over,
})
const formed = (
  form: Partial<FormFact>,
  tries: { empty?: FormTry; valid?: FormTry; wrong?: FormTry },
) => ({
  views: inViews({ forms: [aForm(form)] }),
  probes: {
    ...aPage().probes,
    forms: [{ selector: '#order', empty: null, valid: null, wrong: null, ...tries }],
  },
})

describe('what can be used on a page', () => {
  test('a page in order breaks no rule of interaction', () => {
    const facts = aPage({
      views: inViews({ controls: [aControl()], forms: [aForm()], images: [anImage()] }),
      links: [
        aLink({ type: 'present', path: 'index.html' }),
        aLink({ type: 'external', url: 'https://elsewhere.test' }),
        aLink({ type: 'scheme', scheme: 'mailto', wellFormed: true }),
      ],
      ...requests({}),
      static: staticFacts(),
    })
    for (const rule of interactionRules) expect(rule.run(facts, noContract)).toEqual([])
  })

  test.each<LinkVerdict>([
    { type: 'missing-file', path: 'gone.html' },
    { type: 'missing-fragment', path: 'index.html', fragment: 'gone' },
    { type: 'nowhere' },
    { type: 'malformed' },
    { type: 'scheme', scheme: 'mailto', wellFormed: false },
  ])('[PAGE-J-11] a link that ends at $type must fail', (verdict) => {
    expect(found('interaction/dead-link', { links: [aLink(verdict)] })).toMatchObject([
      { severity: 'error', place: { selector: 'nav > a' } },
    ])
  })

  test('[PAGE-J-11] a link without an address is dead; an anchor without words is no link', () => {
    const controls = [aControl({ tag: 'a', role: 'generic', href: null })]
    expect(found('interaction/dead-link', { views: inViews({ controls }) })).toHaveLength(1)
    const anchor = [aControl({ tag: 'a', role: 'generic', href: null, text: '' })]
    expect(found('interaction/dead-link', { views: inViews({ controls: anchor }) })).toEqual([])
  })

  test('[PAGE-J-11] a link that opens a menu is alive, and # to the top is fine', () => {
    const links = [aLink({ type: 'nowhere' }, { selector: '#buy', raw: '#' })]
    for (const effect of ['mutation', 'scroll'] as const)
      expect(found('interaction/dead-link', { links, ...clicked([effect]) })).toEqual([])
    expect(found('interaction/dead-link', { links, ...clicked(['none']) })).toHaveLength(1)
  })

  test('[PAGE-J-11] an empty action sends a form to its own page and is no dead link', () => {
    const links = [aLink({ type: 'nowhere' }, { attribute: 'action', raw: '' })]
    expect(found('interaction/dead-link', { links })).toEqual([])
  })

  test('[PAGE-J-11] a button without effect must fail; one that prints, sends or rests is spared', () => {
    const views = inViews({ controls: [aControl()] })
    expect(found('interaction/dead-button', { views, ...clicked(['none']) })).toMatchObject([
      { severity: 'error', place: { selector: '#buy' } },
    ])
    for (const fine of [['mutation'], ['scroll'], ['download'], ['not-clicked']] as const)
      expect(found('interaction/dead-button', { views, ...clicked(fine) })).toEqual([])
    const named = (name: string) =>
      found('interaction/dead-button', { views, ...clicked(['none'], { name }) })
    expect(named('Print this page')).toEqual([])
    expect(named('Copy the command')).toMatchObject([{ severity: 'warning' }])
    expect(named('Previous')).toMatchObject([{ severity: 'warning' }])
    const sender = inViews({ controls: [aControl({ type: 'submit', inForm: '#order' })] })
    expect(found('interaction/dead-button', { views: sender, ...clicked(['none']) })).toEqual([])
    const link = inViews({ controls: [aControl({ tag: 'a', role: 'link', href: '#main' })] })
    expect(found('interaction/dead-button', { views: link, ...clicked(['none']) })).toEqual([])
  })

  test('[PAGE-J-11] a click that makes a script fail must fail', () => {
    expect(
      found('interaction/click-throws', clicked(['error'], { detail: 'x is null' }))[0]?.message,
    ).toContain('x is null')
  })

  test('a control under something else must fail; one further along a scroller is fine', () => {
    const controls = [aControl({ coveredBy: '.glow' })]
    expect(found('interaction/covered-control', { views: inViews({ controls }) })).toHaveLength(1)
    const texts = [aText({ selector: '#buy > span', insideScroller: '.slides' })]
    expect(found('interaction/covered-control', { views: inViews({ controls, texts }) })).toEqual(
      [],
    )
    const drawn = [aControl({ tag: 'input', type: 'checkbox', coveredBy: '.box' })]
    expect(found('interaction/covered-control', { views: inViews({ controls: drawn }) })).toEqual(
      [],
    )
  })

  test('[PAGE-J-11] a form that does nothing with good values must fail; mail and dialogs leave', () => {
    const dead = formed({}, { valid: aTry() })
    expect(found('interaction/dead-form', dead)).toHaveLength(1)
    for (const form of [{ action: 'mailto:a@b.test' }, { method: 'dialog' }])
      expect(found('interaction/dead-form', formed(form, { valid: aTry() }))).toEqual([])
    for (const fine of [{ navigation: 'thanks.html' }, { request: '/api' }, { shown: ['Thanks'] }])
      expect(found('interaction/dead-form', formed({}, { valid: aTry(fine) }))).toEqual([])
  })

  test('[PAGE-J-11] a form without an address that only loads its page again must fail', () => {
    const again = aTry({ navigation: 'GET http://page.test/index.html?mail=a%40b.test' })
    const files = { static: staticFacts() }
    expect(
      found('interaction/dead-form', { ...formed({ action: null }, { valid: again }), ...files }),
    ).toHaveLength(1)
    const server = formed({ action: null }, { valid: again })
    expect(found('interaction/dead-form', server)).toEqual([])
    const search = { action: null, fields: [aField({ type: 'search' })] }
    expect(
      found('interaction/dead-form', { ...formed(search, { valid: again }), ...files }),
    ).toEqual([])
  })

  test('[PAGE-J-11] a form that goes out empty or with a wrong value is found', () => {
    const out = aTry({ navigation: 'thanks.html' })
    expect(found('interaction/form-validation', formed({}, { empty: out }))).toMatchObject([
      { severity: 'error', place: { selector: '#mail' } },
    ])
    expect(found('interaction/form-validation', formed({}, { wrong: out }))).toHaveLength(1)
    const refused = aTry({ request: '/api/login', answer: 401, shown: ['Check both.'] })
    expect(found('interaction/form-validation', formed({}, { empty: refused }))).toEqual([])
    const silent = aTry({ request: '/api/login', answer: 401 })
    expect(
      found('interaction/form-validation', formed({}, { empty: refused, wrong: silent })),
    ).toEqual([])
    expect(found('interaction/form-validation', formed({}, { empty: silent }))).toHaveLength(1)
    const thanked = aTry({ request: '/api/login', answer: 200, shown: ['Thank you.'] })
    expect(found('interaction/form-validation', formed({}, { empty: thanked }))).toHaveLength(1)
    const stopped = aTry({ blocked: true, invalid: [{ selector: '#mail', message: 'needed' }] })
    expect(
      found('interaction/form-validation', formed({}, { empty: stopped, wrong: stopped })),
    ).toEqual([])
    const search = { fields: [aField({ type: 'search', required: false })] }
    expect(found('interaction/form-validation', formed(search, { empty: out }))).toEqual([])
  })

  test('[PAGE-J-11] a form that fails is found', () => {
    const broken = formed({}, { valid: aTry({ errors: ['x is null'] }) })
    expect(found('interaction/form-throws', broken)).toHaveLength(1)
    expect(found('interaction/dead-form', broken)).toEqual([])
  })

  test('a 404 and a failed request must fail; the icon nobody asked for is spared', () => {
    const findings = found(
      'interaction/failed-request',
      requests({ status: 404 }, { url: 'http://page.test/favicon.ico', status: 404 }),
    )
    expect(findings).toMatchObject([{ message: 'site.js answers 404.' }])
    expect(
      found('interaction/failed-request', requests({ status: null, failure: 'net::ERR_FAILED' })),
    ).toHaveLength(1)
    const blocked = requests({ status: null, failure: 'blocked', blocked: 'third-party' })
    expect(found('interaction/failed-request', blocked)).toEqual([])
    expect(found('interaction/third-party', blocked)).toMatchObject([{ severity: 'warning' }])
  })

  test('errors in the console and in scripts are found, once', () => {
    const say = (text: string) => ({
      level: 'error' as const,
      text,
      place: null,
      duringProbe: false,
    })
    const network = {
      ...aPage().network,
      console: [say('config missing'), say('Failed to load resource: 404')],
      pageErrors: [{ message: 'x is null', duringProbe: false }],
      attempts: [
        { kind: 'dialog' as const, detail: 'Welcome', duringProbe: false },
        { kind: 'dialog' as const, detail: 'Sure?', duringProbe: true },
      ],
    }
    expect(found('interaction/console-error', { network })).toHaveLength(1)
    expect(found('interaction/page-error', { network })).toHaveLength(1)
    expect(found('interaction/unasked-attempt', { network })).toMatchObject([{ severity: 'error' }])
  })

  test('a file that is not there must fail', () => {
    const link = {
      file: 'index.html',
      line: 4,
      column: 1,
      selector: 'img',
      attribute: 'src' as const,
      raw: 'laof.jpg',
      verdict: { type: 'missing-file' as const, path: 'laof.jpg' },
    }
    const facts = { static: staticFacts({ pages: [aStaticPage({ links: [link] })] }) }
    expect(found('interaction/missing-file', facts)).toMatchObject([
      { place: { file: 'index.html', line: 4 } },
    ])
  })

  test('a second main call is told only where the contract asks for one (0.5)', () => {
    const ink = aControl().paint
    const calls = [
      aControl({ tag: 'a', href: '#buy', paint: ink }),
      aControl({ selector: '#b', tag: 'a', href: '#call', paint: ink }),
      aControl({ selector: '#c', tag: 'a', href: '#buy', box: box(0, 900), paint: ink }),
      aControl({ selector: '#d', href: '#more', tag: 'a', paint: { ...ink, background: white } }),
    ]
    const views = inViews({ controls: calls })
    expect(found('interaction/one-primary-call', { views })).toEqual([])
    expect(
      found('interaction/one-primary-call', { views }, { onePrimaryCall: true }),
    ).toMatchObject([{ severity: 'warning', measured: { value: 2 } }])
  })

  test('without a browser the source is held to the basics of access', () => {
    const place = { file: 'index.html', line: 4, column: 1 }
    const page = aStaticPage({
      lang: null,
      imagesWithoutAlt: [{ ...place, selector: 'img', html: '<img>' }],
    })
    const facts = { views: [], static: staticFacts({ pages: [page] }) }
    for (const name of ['alt', 'document'])
      expect(found(`interaction/source-${name}`, facts)).toMatchObject([
        { place: { file: 'index.html' } },
      ])
    const fine = { views: [], static: staticFacts() }
    for (const name of ['alt', 'document'])
      expect(found(`interaction/source-${name}`, fine)).toEqual([])
  })
})
