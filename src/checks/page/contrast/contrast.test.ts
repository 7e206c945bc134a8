import { describe, expect, it } from 'vitest'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { FocusStop, StatePaint } from '../../../model/page-probes.ts'
import type { Backdrop, BackdropLayer, Control, Rgba, TextRun } from '../../../model/page-view.ts'
import {
  aControl,
  anImage,
  aLiteral,
  aPage,
  aText,
  aView,
  box,
  inViews,
  noContract,
  staticFacts,
} from '../score/sample-page.contract.ts'
import { contrastRatio, shownRatio } from '../../../model/colour.ts'
import { readColour } from '../../../kit/colour.ts'
import { contrastRules } from './contrast-rules.ts'
import { nearestPassing } from './nearest-colour.ts'

const colour = (css: string): Rgba => readColour(css) ?? { r: 0, g: 0, b: 0, a: 0 }

const on = (...layers: readonly BackdropLayer[]): Backdrop => ({
  layers,
  solid: null,
  pixels: null,
})

const paint = (css: string, opacity = 1, selector = 'body'): BackdropLayer => ({
  kind: 'colour',
  selector,
  colour: colour(css),
  opacity,
})

const gradient = (css: string, stops: readonly string[]): BackdropLayer => ({
  kind: 'gradient',
  selector: '#hero',
  css,
  stops: stops.map(colour),
  opacity: 1,
})

const picture: BackdropLayer = { kind: 'image', selector: '#hero', url: 'sea.jpg', opacity: 1 }

const withText = (over: Partial<TextRun>): PageFacts =>
  aPage({ views: inViews({ texts: [aText(over)] }) })

const judge = (facts: PageFacts, id?: string) =>
  contrastRules
    .filter((rule) => id === undefined || rule.id === id)
    .flatMap((rule) => rule.run(facts, noContract))

const low = (facts: PageFacts) =>
  judge(facts).map(({ ruleId, severity }) => `${ruleId} ${severity}`)

describe('the contrast of text', () => {
  it('counts the ratio as WCAG does', () => {
    expect(contrastRatio(colour('#000'), colour('#fff'))).toBe(21)
    expect(shownRatio(contrastRatio(colour('#767676'), colour('#fff')))).toBe(4.54)
    expect(shownRatio(contrastRatio(colour('#777'), colour('#fff')))).toBe(4.47)
    expect(shownRatio(contrastRatio(colour('hsl(0 100% 50%)'), colour('white')))).toBe(3.99)
  })

  it('[PAGE-A-2] asks 4.5:1 of text and 3:1 of large text, and names ratio and need', () => {
    const grey = { colour: colour('#777'), backdrop: on(paint('#fff')) }
    expect(judge(withText(grey))).toEqual([
      expect.objectContaining({
        ruleId: 'contrast-text',
        severity: 'error',
        dimension: 'Design Quality',
        measured: { value: 4.47, needed: 4.5, unit: ':1' },
        place: { selector: 'main > p', box: box() },
      }),
    ])
    expect(judge(withText({ ...grey, isLarge: true }))).toEqual([])
    expect(judge(withText({ ...grey, colour: colour('#767676') }))).toEqual([])
  })

  it('[PAGE-A-2] blends layers with alpha and fades a group once', () => {
    const half = on(paint('rgb(0 0 0 / 0.5)', 1, '.veil'), paint('#fff'))
    expect(low(withText({ colour: colour('#fff'), backdrop: half }))).toEqual([
      'contrast-text error',
    ])
    expect(low(withText({ colour: colour('#000'), backdrop: half }))).toEqual([])
    // black on white in a group of 0.5 on white is #808080 on #fff
    const faded = {
      colour: colour('#000'),
      opacity: 0.5,
      backdrop: on(paint('#fff', 0.5), paint('#fff')),
    }
    expect(judge(withText(faded))[0]?.measured?.value).toBe(3.97)
    // the same group on black: the text is black, its ground grey
    const onBlack = { ...faded, backdrop: on(paint('#fff', 0.5), paint('#000')) }
    expect(low(withText(onBlack))).toEqual([])
  })

  it('[PAGE-A-2] judges a gradient by its pixels; without them it is low where all its stops are', () => {
    const css = 'linear-gradient(to right, #000, #fff)'
    const ramp = on(gradient(css, ['#000', '#fff']), paint('#fff'))
    const white = { colour: colour('#fff') }
    expect(low(withText({ ...white, backdrop: ramp }))).toEqual(['contrast-not-checked info'])
    const seen = (hex: string) => {
      const pixels = { darkest: colour(hex), mean: colour(hex), lightest: colour(hex) }
      return low(withText({ ...white, backdrop: { ...ramp, pixels } }))
    }
    expect(seen('#111')).toEqual([])
    expect(seen('#ccc')).toEqual(['contrast-text error'])
    const pale = on(gradient(css, ['#ccc', '#eee']), paint('#fff'))
    expect(low(withText({ ...white, backdrop: pale }))).toEqual(['contrast-text error'])
    const deep = on(gradient(css, ['#000', '#333']), paint('#fff'))
    expect(low(withText({ ...white, backdrop: deep }))).toEqual([])
  })

  it('[PAGE-A-2] judges pictures by their pixels, and never passes what it could not see', () => {
    const onPicture = (pixels: Backdrop['pixels']) =>
      withText({ colour: colour('#fff'), backdrop: { ...on(picture, paint('#fff')), pixels } })
    expect(low(onPicture(null))).toEqual(['contrast-not-checked info'])
    const grey = (darkest: string, mean: string, lightest: string) => ({
      darkest: colour(darkest),
      mean: colour(mean),
      lightest: colour(lightest),
    })
    expect(low(onPicture(grey('#000', '#222', '#444')))).toEqual([])
    expect(low(onPicture(grey('#000', '#222', '#eee')))).toEqual(['contrast-not-checked info'])
    expect(low(onPicture(grey('#888', '#aaa', '#eee')))).toEqual(['contrast-text error'])
  })

  it('[PAGE-A-2] leaves open what stands on an image that was not let through', () => {
    const url = 'https://pictures.example/sea.jpg?w=1350'
    const white = { darkest: colour('#fff'), mean: colour('#fff'), lightest: colour('#fff') }
    const layer: BackdropLayer = { ...picture, url: `url("${url}")` }
    const facts = withText({
      colour: colour('#fff'),
      backdrop: { ...on(layer, paint('#fff')), pixels: white },
    })
    const request = {
      url,
      type: 'image',
      method: 'GET',
      status: null,
      bytes: 0,
      failure: null,
      duringProbe: false,
    } as const
    const having = (blocked: 'third-party' | null): PageFacts => ({
      ...facts,
      network: { ...facts.network, requests: [{ ...request, blocked }] },
    })
    expect(low(having(null))).toEqual(['contrast-text error'])
    expect(low(having('third-party'))).toEqual(['contrast-not-checked info'])
  })

  it('[PAGE-A-2] asks nothing of a picture of an icon font that only decorates', () => {
    const pale = { colour: colour('#def'), backdrop: on(paint('#fff')), text: '\uf075' }
    expect(low(withText({ ...pale, source: 'before' }))).toEqual([])
    expect(low(withText(pale))).toEqual(['contrast-text warning'])
    const control = aControl({ selector: '#go' })
    const inControl = aText({ ...pale, source: 'before', selector: '#go' })
    expect(low(aPage({ views: inViews({ texts: [inControl], controls: [control] }) }))).toContain(
      'contrast-text warning',
    )
  })

  it('[PAGE-A-2] lets one measured view answer for the others', () => {
    const pixels = { darkest: colour('#000'), mean: colour('#111'), lightest: colour('#222') }
    const run = (seen: Backdrop['pixels']) =>
      aText({ colour: colour('#fff'), backdrop: { ...on(picture), pixels: seen } })
    const facts = aPage({
      views: [aView(375, { texts: [run(pixels)] }), aView(768, { texts: [run(null)] })],
    })
    expect(low(facts)).toEqual([])
  })

  it('exempts what WCAG exempts, and logos only if they are marked', () => {
    const pale = { colour: colour('#ccc'), backdrop: on(paint('#fff')) }
    expect(low(withText({ ...pale, inDisabled: true }))).toEqual([])
    expect(low(withText({ ...pale, text: '/' }))).toEqual([])
    expect(low(withText({ ...pale, text: '→', ariaHidden: true }))).toEqual([])
    expect(low(withText({ ...pale, coveredBy: '#panel' }))).toEqual([])
    const selector = 'header > svg > text'
    const logo = { selector: 'header > svg', kind: 'svg', alt: null } as const
    const drawn = (name: string) =>
      aPage({
        views: inViews({
          texts: [aText({ ...pale, selector })],
          images: [anImage({ ...logo, name })],
        }),
      })
    expect(low(drawn('Tern logo'))).toEqual([])
    expect(low(drawn('Tern'))).toEqual(['contrast-text error'])
  })

  it('exempts the label of a disabled control, and asks 3:1 of a letter that is a sign', () => {
    const run = aText({ text: 'Street', colour: colour('#888'), backdrop: on(paint('#fff')) })
    const beside = (disabled: boolean) =>
      aControl({
        disabled,
        selector: '#field',
        label: { by: 'aria-labelledby', text: 'Street', visible: true },
      })
    const labelled = (disabled: boolean) =>
      low(aPage({ views: inViews({ texts: [run], controls: [beside(disabled)] }) }))
    expect(labelled(true)).toEqual([])
    expect(labelled(false)).toEqual(['contrast-text error'])
    const close = (name: string) => {
      const controls = [aControl({ selector: '#x', name, nameFrom: 'aria-label', text: 'X' })]
      return low(
        aPage({ views: inViews({ texts: [{ ...run, text: 'X', selector: '#x' }], controls }) }),
      )
    }
    expect(close('Close')).toEqual([])
    expect(close('Vitamin X')).toEqual(['contrast-text error'])
  })

  it('leaves open what only its shadow sets off, and asks each stop of filled letters', () => {
    const white = { colour: colour('#fff'), backdrop: on(paint('#eee')) }
    expect(low(withText({ ...white, textShadow: 'rgb(0, 0, 0) 0px 1px 2px' }))).toEqual([
      'contrast-not-checked info',
    ])
    expect(low(withText({ ...white, textShadow: 'rgba(0, 0, 0, 0.1) 0px 1px 30px' }))).toEqual([
      'contrast-text error',
    ])
    const filled = (stops: readonly string[]) =>
      low(withText({ clipFill: stops.map(colour), backdrop: on(paint('#fff')) }))
    expect(filled(['#222', '#444'])).toEqual([])
    expect(filled(['#222', '#fd0'])).toEqual(['contrast-text error'])
  })

  it('[PAGE-A-2] asks the same of placeholders and of the dark scheme', () => {
    const pale = aText({
      source: 'placeholder',
      colour: colour('#bbb'),
      backdrop: on(paint('#fff')),
    })
    expect(low(aPage({ views: inViews({ texts: [pale] }) }))).toEqual([
      'contrast-placeholder error',
    ])
    const dark = aView(1280, {
      scheme: 'dark',
      texts: [aText({ colour: colour('#333'), backdrop: on(paint('#111')) })],
    })
    const findings = judge(aPage({ dark }))
    expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining('dark scheme')])
    expect(findings[0]?.place.width).toBe(1280)
  })
})

const still: StatePaint = {
  colour: colour('#fff'),
  background: colour('#123'),
  backgroundImage: null,
  borderColour: colour('#123'),
  outline: 'none',
  boxShadow: null,
  textDecoration: 'none',
  opacity: 1,
  backdrop: on(paint('#123', 1, '#buy')),
}

const withState = (
  states: {
    readonly hover?: StatePaint
    readonly focus?: StatePaint
    readonly active?: StatePaint
  },
  run: Partial<TextRun> = {},
): PageFacts => {
  const text = aText({ selector: '#buy', colour: still.colour, backdrop: still.backdrop, ...run })
  const page = aPage({ views: inViews({ texts: [text] }) })
  const probe = {
    selector: '#buy',
    text: 'Reserve a loaf',
    rest: still,
    hover: states.hover ?? null,
    focus: states.focus ?? null,
    active: states.active ?? null,
  }
  return { ...page, probes: { ...page.probes, states: [probe] } }
}

describe('the contrast of states', () => {
  const whitened = { ...still, background: colour('#fff'), backdrop: on(paint('#fff', 1, '#buy')) }

  it('[PAGE-A-2] asks the words of a control to be read while it is hovered or focused', () => {
    expect(low(withState({ hover: whitened }))).toEqual(['contrast-hover error'])
    expect(low(withState({ focus: whitened }))).toEqual(['contrast-focus error'])
    expect(low(withState({ hover: { ...whitened, colour: colour('#123') } }))).toEqual([])
    expect(low(withState({ hover: still }))).toEqual([])
  })

  it('[PAGE-A-2] leaves the red of a pressed link to the browser, unless the page has a say in it', () => {
    const red = { ...still, colour: colour('#ff0000'), background: colour('#fff') }
    const facts = withState({ active: { ...red, backdrop: on(paint('#fff')) } })
    const withRule = (active: readonly string[]) => ({
      ...facts,
      views: facts.views.map((view) => ({ ...view, states: { ...view.states, active } })),
    })
    expect(low(withRule([]))).toEqual([])
    expect(low(withRule(['a:active']))).toEqual(['contrast-active error'])
  })

  it('[PAGE-A-2] takes words with a colour of their own, and leaves those on a ground of their own', () => {
    const own = { selector: '#buy > b', colour: colour('#eee') }
    expect(low(withState({ hover: { ...whitened, colour: colour('#123') } }, own))).toEqual([
      'contrast-hover error',
    ])
    const badge = { ...own, backdrop: on(paint('#000', 1, '#buy > b')) }
    expect(low(withState({ hover: whitened }, badge))).toEqual([])
  })
})

const field = (over: Partial<Control['paint']>, more: Partial<Control> = {}): Control => {
  const control = aControl({
    tag: 'input',
    type: 'email',
    selector: '#mail',
    name: 'Email',
    ...more,
  })
  const bare = {
    ...control.paint,
    background: colour('#fff'),
    borderWidth: 1,
    borderSides: ['top', 'right', 'bottom', 'left'] as const,
    around: on(paint('#fff')),
  }
  return { ...control, paint: { ...bare, ...over } }
}

const withControl = (control: Control) => aPage({ views: inViews({ controls: [control] }) })

describe('the contrast of parts', () => {
  it('asks 3:1 of the edge of a field, by line, fill or ring', () => {
    const pale = { borderColour: colour('#ddd') }
    expect(low(withControl(field(pale)))).toEqual(['contrast-field-edge error'])
    expect(low(withControl(field({ borderColour: colour('#767676') })))).toEqual([])
    expect(low(withControl(field({ ...pale, around: on(paint('#222')) })))).toEqual([])
    expect(low(withControl(field({ ...pale, boxShadow: 'rgb(0, 0, 0) 0px 0px 0px 1px' })))).toEqual(
      [],
    )
    expect(low(withControl(field(pale, { disabled: true })))).toEqual([])
  })

  it('leaves boxes that the browser draws, and only warns of a field without a line', () => {
    const none = { borderWidth: 0, borderSides: [] }
    const box13 = { ...none, background: colour('transparent') }
    expect(low(withControl(field(box13, { type: 'checkbox' })))).toEqual([])
    expect(low(withControl(field(box13)))).toEqual([])
    expect(low(withControl(field(none)))).toEqual(['contrast-field-edge warning'])
    expect(low(withControl(field({ ...none, wrapperLine: colour('#555') })))).toEqual([])
    expect(low(withControl(field({ ...none, wrapperLine: colour('#eee') })))).toEqual([
      'contrast-field-edge error',
    ])
  })

  it('asks 3:1 of the focus ring against what it is drawn on', () => {
    const stop = (outline: string, css: string, changed: readonly string[]): FocusStop => ({
      selector: '#mail',
      name: 'Email',
      box: box(),
      changed,
      indicator: {
        outline,
        outlineColour: colour(css),
        boxShadow: null,
        borderColour: null,
      },
      changedPixels: null,
      visible: true,
      inView: true,
      coveredBy: null,
    })
    const walked = (each: FocusStop, background = '#fff') => {
      const page = withControl(
        field({ borderColour: colour('#555'), background: colour(background) }),
      )
      const keyboard = { ...page.probes.keyboard, stops: [each] }
      return low({ ...page, probes: { ...page.probes, keyboard } })
    }
    expect(walked(stop('solid 2px rgb(238, 238, 238) 0px', '#eee', ['outlineColor']))).toEqual([
      'contrast-focus-indicator error',
    ])
    expect(walked(stop('solid 2px rgb(17, 68, 204) 2px', '#14c', ['outlineColor']))).toEqual([])
    const inside = stop('solid 2px rgb(238, 238, 238) -4px', '#eee', ['outline'])
    expect(walked(inside, '#123')).toEqual([])
    expect(
      walked(
        {
          ...inside,
          indicator: { ...inside.indicator, outline: 'solid 2px rgb(238, 238, 238) 0px' },
        },
        '#123',
      ),
    ).toEqual(['contrast-focus-indicator error'])
    expect(walked(stop('auto 1px rgb(238, 238, 238) 0px', '#eee', ['outlineStyle']))).toEqual([])
    expect(
      walked(stop('solid 2px rgb(238, 238, 238) 0px', '#eee', ['outlineColor', 'backgroundColor'])),
    ).toEqual([])
  })
})

describe('the repair of contrast', () => {
  const grey = { colour: colour('#999'), backdrop: on(paint('#fff')) }
  const sheet = 'p { color: #999 }'
  const written = aLiteral('colour', 'color', '#999', { start: sheet.indexOf('#999') })

  it('proposes the nearest colour that passes, and always the same', () => {
    const facts = { ...withText(grey), static: staticFacts({ literals: [written] }) }
    const fix = judge(facts)[0]?.fix
    const [edit] = fix?.edits ?? []
    expect(edit).toMatchObject({ file: 'style.css', start: 11, end: 15 })
    const better = colour(edit?.text ?? '')
    expect(contrastRatio(better, colour('#fff'))).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(better, colour('#fff'))).toBeLessThan(4.9)
    expect(judge(facts)[0]?.fix).toEqual(fix)
    const mended = sheet.slice(0, edit?.start) + (edit?.text ?? '') + sheet.slice(edit?.end)
    expect(mended).toBe(`p { color: ${edit?.text} }`)
  })

  it('goes lighter where that is nearer, and keeps the hue', () => {
    const onBlack = (candidate: Rgba) => contrastRatio(candidate, colour('#000')) >= 4.5
    const lighter = nearestPassing(colour('#0a3a8a'), onBlack)
    expect(contrastRatio(lighter ?? colour('#000'), colour('#000'))).toBeLessThan(4.9)
    expect(lighter?.b).toBeGreaterThan((lighter?.r ?? 0) + 60)
  })

  it('moves the custom property, or the ground of words that are white already', () => {
    const token = { file: 'style.css', line: 1, column: 1, name: '--ink', selector: ':root' }
    const facts = {
      ...withText(grey),
      static: staticFacts({ customProperties: [{ ...token, value: '#999999', start: 30 }] }),
    }
    expect(judge(facts)[0]?.fix?.title).toContain('--ink')
    const button = { colour: colour('#fff'), backdrop: on(paint('#f90')) }
    const ground = aLiteral('colour', 'background-color', '#f90', { start: 5 })
    const orange = { ...withText(button), static: staticFacts({ literals: [ground] }) }
    const [edit] = judge(orange)[0]?.fix?.edits ?? []
    expect(contrastRatio(colour(edit?.text ?? ''), colour('#fff'))).toBeGreaterThanOrEqual(4.5)
  })

  it('proposes nothing where the place is not known for sure', () => {
    const twice = staticFacts({ literals: [written, { ...written, start: 40 }] })
    expect(judge({ ...withText(grey), static: twice })[0]?.fix).toBeUndefined()
    const unplaced = staticFacts({ literals: [{ ...written, start: null }] })
    expect(judge({ ...withText(grey), static: unplaced })[0]?.fix).toBeUndefined()
    expect(nearestPassing(colour('#999'), () => false)).toBeNull()
  })
})
