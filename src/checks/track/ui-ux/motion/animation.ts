import type { Issue, Part, Pass } from '../../evaluation.ts'
import { pageIssues, pagesOf, partOf } from '../page-issues.ts'
import { type Target, targetsOf } from '../read/selectors.ts'
import type { Style, Ui } from '../read/ui.ts'
import { type Motion, motionsOf } from './motions.ts'

const moving =
  /^(?:transform|translate|scale|rotate|x|y|left|right|top|bottom|inset|margin|offset|all)(?:-|$)/
const layout =
  /^(?:left|right|top|bottom|inset|margin|padding|font-size|border-width|width|height)(?:-|$)/

const isMoving = ({ properties }: Motion): boolean =>
  properties.some((each) => (moving.test(each) && each !== 'all') || each === 'scroll')

const slowest = 1_000
const slowestEntrance = 2_000

function isSlow({ ms, isTransition, isEndless }: Motion): boolean {
  return ms !== null && !isEndless && ms > (isTransition ? slowest : slowestEntrance)
}

/** What stands outside the flow moves nothing else. */
function isOutOfFlow(ui: Ui, style: Style): boolean {
  if (targetsOf(style.selector).some(({ part }) => part === 'before' || part === 'after'))
    return true
  return ui.styles.some(
    ({ selector, path, property, value }) =>
      path === style.path &&
      property === 'position' &&
      /^(?:absolute|fixed)$/.test(value) &&
      targetsOf(selector).some((each) =>
        targetsOf(style.selector).some((own) => overlap(each, own)),
      ),
  )
}

/** Bars and panels that grow have no other way to do so; what jumps aside has. */
function movesLayout(ui: Ui, { properties, style, isTransition }: Motion): string | null {
  const moved = properties.find((each) => layout.test(each))
  if (moved === undefined) return null
  if (style !== null && isOutOfFlow(ui, style)) return null
  if (!/^(?:width|height)/.test(moved)) return moved
  return isTransition && style !== null && changesOnHover(ui, style, moved) ? moved : null
}

const changesOnHover = (ui: Ui, style: Style, property: string): boolean =>
  ui.styles.some(
    (each) =>
      each.property === property &&
      targetsOf(each.selector).some(
        (target) =>
          target.pseudos.includes('hover') &&
          !target.isNested &&
          targetsOf(style.selector).some((own) => overlap(own, target)),
      ),
  )

const issueFor = ({ path, line, text }: Motion, what: string, fix: string): Issue => ({
  message: `"${text}" ${what}`,
  path,
  line,
  fix,
})

/** Pass 6: what moves is short, moves nothing aside, and rests for readers who ask for it. */
export function animation(ui: Ui): Pass {
  const motions = motionsOf(ui)
  const restless = motions.filter((each) => isMoving(each) && !isCalmed(ui, each))
  const looked = `${motions.length} transitions and animations were read${ui.unseen === null ? `, ${pagesOf(ui)}` : ''}`
  const parts: readonly Part[] = [
    partOf('reduced-motion', 'Nothing moves for readers who ask for less motion', {
      issues: [
        ...restless.map((each) =>
          issueFor(
            each,
            'moves, whatever prefers-reduced-motion says',
            'Switch it off in @media (prefers-reduced-motion: reduce).',
          ),
        ),
        ...pageIssues(
          ui,
          ['weight/motion', 'weight/blink', 'weight/autoplay'],
          ({ severity }) => severity === 'error',
        ),
      ],
      met: looked,
    }),
    partOf('durations', `Transitions take at most ${slowest} ms, entrances ${slowestEntrance} ms`, {
      issues: motions
        .filter(isSlow)
        .map((each) => issueFor(each, `takes ${each.ms ?? 0} ms`, 'Let it take 150 to 400 ms.')),
      met: looked,
    }),
    partOf('layout-properties', 'Animations move nothing aside: transform and opacity only', {
      issues: motions.flatMap((each) => {
        const moved = movesLayout(ui, each)
        return moved === null
          ? []
          : [
              issueFor(
                each,
                `animates ${moved}, so that everything around is laid out anew`,
                'Animate transform or opacity instead.',
              ),
            ]
      }),
      met: looked,
    }),
  ]
  return { number: 6, name: 'Animation', parts }
}

const generic = ({ tag, classes, id }: Target): boolean =>
  classes.length === 0 && id === null && (tag === null || /^(?:html|body)$/.test(tag))

const overlap = (one: Target, other: Target): boolean =>
  one.classes.some((each) => other.classes.includes(each)) ||
  (one.id !== null && one.id === other.id) ||
  (one.tag !== null && one.tag === other.tag && other.classes.length === 0)

/** Whether readers who ask for less motion are spared this one. */
function isCalmed(ui: Ui, { style, element }: Motion): boolean {
  const isReduced = (condition: string) =>
    /\bnot\b/.test(condition) === /prefers-reduced-motion\s*:\s*no-preference/.test(condition) &&
    /prefers-reduced-motion/.test(condition)
  if (style?.conditions.some((each) => /prefers-reduced-motion/.test(each)) === true) return true
  const calming = ui.styles.filter(
    ({ conditions, property }) =>
      conditions.some(isReduced) &&
      /^(?:animation|transition|transform|translate|scroll-behavior)/.test(property),
  )
  const targets = calming.flatMap(({ selector }) => targetsOf(selector))
  if (targets.some((each) => generic(each) && each.pseudos.every((name) => name === 'root')))
    return true
  if (style !== null && style.origin !== 'attribute')
    return targetsOf(style.selector).every((own) => targets.some((each) => overlap(own, each)))
  const hasUtility = element?.classes.some((each) => /^motion-(?:safe|reduce):/.test(each)) === true
  const byScript = [...ui.files.values()].some((text) =>
    /useReducedMotion|reducedMotion|prefers-reduced-motion/.test(text),
  )
  return hasUtility || byScript
}
