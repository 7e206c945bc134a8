import type { PageFacts } from '../../../model/page-facts.ts'
import type { ClickProbe } from '../../../model/page-probes.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Control } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote } from '../score/define-rule.ts'
import { controlAt } from './controls-of.ts'
import { isOfTheLook, wasKept } from './traffic.ts'

// a browser without a screen prints nothing, and what lands on the clipboard cannot be seen
const unseen = /^(print|drucken|imprimer|imprimir|stampa)\b|\bprint\b/i
const maybeUnseen = /\b(copy|copied|kopieren|copier|copiar|share|teilen|partager)\b/i
// at the start of a row there is nothing before it, and what is chosen stays chosen
const mayRest = /^(prev(ious)?|next|back|all|close|first|last|‹|›|«|»|←|→|<|>)\b|^[‹›«»←→<>]$/i

const isSubmitter = ({ tag, type, inForm }: Control): boolean =>
  inForm !== null &&
  ((tag === 'button' && (type === null || type === 'submit' || type === 'reset')) ||
    (tag === 'input' && /^(submit|reset|image)$/.test(type ?? '')))

const holdsState = ({ tag, role }: Control): boolean =>
  /^(input|select|textarea|audio|video|canvas)$/.test(tag) ||
  /^(radio|option|textbox|searchbox|slider|spinbutton|combobox)$/.test(role)

const hasAddress = ({ tag, href }: Control): boolean => tag === 'a' && href !== null

export const deadButton: PageRule = definePageRule(
  {
    id: 'interaction/dead-button',
    about: 'A click on a button changes something that can be seen, heard or measured.',
    example: {
      bad: '<button>Show prices</button>',
      better: '<button aria-expanded="false" aria-controls="prices">Show prices</button>',
    },
    mustPass: true,
    needs: ['views', 'probes'],
  },
  (facts) =>
    facts.probes.clicks
      .filter(({ effects }) => effects.length > 0 && effects.every((effect) => effect === 'none'))
      .filter(() => !wasKept(facts.network, /^script$/))
      .flatMap((click) => deadClick(facts, click)),
)

function deadClick(facts: PageFacts, click: ClickProbe) {
  const control = controlAt(facts, click.selector)
  const name = click.name || control?.text || click.selector
  if (control !== undefined) {
    if (isSubmitter(control) || holdsState(control) || hasAddress(control) || control.disabled)
      return []
    // these only look like something to press; whether they should be buttons is asked elsewhere
    if (control.because === 'tabindex') return []
  }
  if (unseen.test(name)) return []
  const lenient = maybeUnseen.test(name) || mayRest.test(name) || isChosenTab(facts, control)
  return [
    {
      severity: lenient ? ('warning' as const) : ('error' as const),
      message: `A click on ${quote(name)} does nothing that can be observed.`,
      place: {
        selector: click.selector,
        ...(control === undefined ? {} : { box: control.box }),
      },
    },
  ]
}

/** The chosen one of several tabs may do nothing, as long as another one does something. */
function isChosenTab(facts: PageFacts, control: Control | undefined): boolean {
  if (control?.role !== 'tab') return false
  return facts.probes.clicks.some(
    ({ selector, effects }) =>
      selector !== control.selector &&
      effects.includes('mutation') &&
      controlAt(facts, selector)?.role === 'tab',
  )
}

export const clickThrows: PageRule = definePageRule(
  {
    id: 'interaction/click-throws',
    about: 'No click makes a script fail.',
    example: {
      bad: "button.onclick = () => missing.classList.add('open')",
      better: "button.onclick = () => menu?.classList.add('open')",
    },
    mustPass: true,
    needs: ['views', 'probes'],
  },
  ({ probes, network }) =>
    probes.clicks
      .filter(({ effects, detail }) => {
        return effects.includes('error') && !isOfTheLook(detail ?? '', network)
      })
      .map(({ selector, name, detail }) => ({
        message: `A click on ${quote(name || selector)} fails: ${detail ?? 'a script threw'}.`,
        place: { selector },
      })),
)

export const coveredControl: PageRule = definePageRule(
  {
    id: 'interaction/covered-control',
    about: 'Nothing lies over a control and takes its clicks.',
    example: {
      bad: '.glow { position: absolute; inset: 0 }',
      better: '.glow { position: absolute; inset: 0; pointer-events: none }',
    },
    mustPass: true,
  },
  ({ views }) =>
    oncePerPlace(
      views.flatMap((view) =>
        view.controls
          .filter((control) => isCovered(control, view) || letsClicksThrough(control))
          .map(({ selector, name, box, coveredBy, ignoresPointer }) => ({
            message:
              ignoresPointer === true
                ? `Clicks go through ${quote(name || selector)} at ${view.width} px.`
                : `${coveredBy ?? 'Something'} lies over ${quote(name || selector)} at ${view.width} px and takes its clicks.`,
            place: { selector, box, width: view.width },
          })),
      ),
    ),
)

/** Native controls only: what a design lays over them is often made to let clicks through. */
const letsClicksThrough = (control: Control): boolean => {
  const { ignoresPointer, because, visible, disabled, ariaHidden, offCanvas, paint } = control
  if (ignoresPointer !== true || because !== 'native' || !visible || offCanvas) return false
  return !disabled && !ariaHidden && paint.opacity > 0.02 && control.tabIndex >= 0
}

function isCovered(control: Control, view: ViewFacts): boolean {
  const { coveredBy, visible, disabled, ariaHidden, offCanvas, box, tag, type } = control
  if (coveredBy === null || !visible || disabled || ariaHidden || offCanvas) return false
  // a drawn box or switch often stands in for the real one, which its label reaches
  if (tag === 'input' && /^(checkbox|radio|file|range|color)$/.test(type ?? '')) return false
  const middle = box.x + box.width / 2
  if (middle < 0 || middle > view.clientWidth || box.y + box.height / 2 < 0) return false
  // what stands further along in a scroller is not covered, only not yet in sight
  return !view.texts.some(
    ({ selector, insideScroller }) =>
      insideScroller !== null &&
      (selector === control.selector || selector.startsWith(`${control.selector} >`)),
  )
}

export const onePrimaryCall: PageRule = definePageRule(
  {
    id: 'interaction/one-primary-call',
    dimension: 'Originality',
    about: 'Where the contract asks for it, a page has one main call to action.',
    example: {
      bad: 'Two filled buttons, “Buy now” and “Book a call”',
      better: 'One filled button, “Buy now”, and a plain link',
    },
  },
  ({ views }, { onePrimaryCall: asked }) => {
    const view = views.at(-1)
    if (asked !== true || view === undefined) return []
    const calls = view.controls.filter(isFilled)
    const distinct = new Map(calls.map((each) => [each.href ?? each.text.toLowerCase(), each]))
    const extra = [...distinct.values()].slice(1)
    return extra.map(({ selector, text, box }) => ({
      severity: 'warning' as const,
      message: `${quote(text)} is a second main call to action.`,
      place: { selector, box },
      measured: { value: distinct.size, needed: 1, unit: 'calls' },
    }))
  },
)

function isFilled({ paint, visible, text, tag, role, inForm }: Control): boolean {
  if (!visible || text === '' || inForm !== null) return false
  if (tag !== 'a' && tag !== 'button' && role !== 'button') return false
  const { background, around } = paint
  if (background.a < 0.9 || around.solid === null) return paint.backgroundImage !== null
  const { r, g, b } = around.solid
  return Math.abs(background.r - r) + Math.abs(background.g - g) + Math.abs(background.b - b) > 120
}
