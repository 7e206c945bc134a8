import type { PageFinding } from '../../../page/page-rule.ts'
import type { Part } from '../../evaluation.ts'
import { pageIssues, issueAt, partOf } from '../page-issues.ts'
import { isButton } from '../read/elements.ts'
import { statesFor } from '../read/selectors.ts'
import { inside, type Ui, type UiElement } from '../read/ui.ts'
import { stateIssues, looks, nameOf } from './looks.ts'

const isPressed =
  (ui: Ui) =>
  ({ place }: PageFinding): boolean =>
    ui.pages.some(({ views }) =>
      views
        .at(-1)
        ?.controls.some(
          ({ selector, tag, role }) =>
            selector === place.selector && (tag === 'button' || role === 'button'),
        ),
    )

export function buttonPart(ui: Ui): Part {
  const buttons = ui.elements.filter(
    (each) => ui.isTouched(each) && isButton(each) && !each.isComponent,
  )
  const asked = looks(buttons)
  const counted = (state: 'hover' | 'focus' | 'active' | 'disabled') =>
    `${state} ${asked.filter((each) => statesFor(ui, each)?.has(state) === true).length}`
  return partOf(
    'button-states',
    'Buttons show that they are hovered, focused, pressed, disabled and busy',
    {
      issues: [
        ...stateIssues(ui, asked, ['hover', 'disabled']),
        ...pageIssues(ui, ['slop/missing-states'], isPressed(ui)),
      ],
      met:
        asked.length > 0
          ? `${asked.length} looks of buttons: ${(['hover', 'focus', 'active', 'disabled'] as const).map(counted).join(', ')}`
          : null,
      none: 'the track has no button of its own',
    },
  )
}

const isCard = (element: UiElement): boolean =>
  (element.tag === 'a' || element.tag === 'button' || element.attributes.has('onclick')) &&
  [...inside(element)].some(({ tag }) => /^h[2-6]$/.test(tag))

export function cardPart(ui: Ui): Part {
  const cards = looks(
    ui.elements.filter((each) => ui.isTouched(each) && isCard(each) && !each.isComponent),
  )
  const still = cards.filter((each) => {
    const nearby = [each, ...inside(each), ...(each.parent === null ? [] : [each.parent])]
    return nearby.every((one) => statesFor(ui, one)?.has('hover') === false)
  })
  return partOf('card-states', 'Cards that can be pressed answer to the pointer', {
    issues: still.map((each) =>
      issueAt(
        each,
        `${nameOf(each)} can be pressed and looks the same when it is hovered`,
        'Give it a :hover style.',
      ),
    ),
    met: cards.length > 0 ? `${cards.length} cards answer to the pointer` : null,
    none: 'the track has no card that can be pressed',
  })
}
