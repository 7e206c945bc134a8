import type { MediaFact } from '../../../model/page-structure.ts'
import type { Control } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace } from '../score/define-rule.ts'

/** Whatever moves longer than this needs a way to stop it (WCAG 2.2.2). */
const longest = 5_000

const total = (durationMs: number, iterations: number | 'infinite'): number =>
  iterations === 'infinite' ? Number.POSITIVE_INFINITY : durationMs * iterations

const endlessMotion: PageRule = definePageRule(
  {
    id: 'weight/motion',
    about: 'For readers who asked for less motion nothing keeps moving.',
    example: {
      bad: '.logo { animation: spin 2s infinite }',
      better: '@media (prefers-reduced-motion: reduce) { .logo { animation: none } }',
    },
  },
  // views are taken with less motion asked for: what still moves here has no alternative
  ({ views, probes }) =>
    oncePerPlace([
      ...views.flatMap(({ styles }) =>
        styles.animations
          .filter(({ durationMs, iterations }) => {
            return durationMs > 20 && total(durationMs, iterations) > longest
          })
          .map(({ selector, name }) => ({
            message: `${name} keeps moving ${selector}, also for readers who asked for less motion.`,
            place: { selector },
          })),
      ),
      ...(probes.restless ?? []).map((selector) => ({
        message: `A script keeps restyling ${selector}, also for readers who asked for less motion.`,
        place: { selector },
      })),
    ]),
)

const blinking: PageRule = definePageRule(
  {
    id: 'weight/blink',
    about: 'Nothing blinks or runs across the page.',
    example: { bad: '<marquee>Sale</marquee>', better: '<p>Sale until Friday</p>' },
  },
  ({ views }) =>
    oncePerPlace(
      views.flatMap(({ styles, blocks, texts }) => [
        ...[...blocks, ...texts]
          .filter(({ tag }) => tag === 'marquee' || tag === 'blink')
          .map(({ selector, tag }) => ({
            message: `${selector} is a ${tag}.`,
            place: { selector },
          })),
        ...styles.animations
          .filter(({ name, durationMs, iterations }) => {
            return (
              /blink|flash|strobe/i.test(name) &&
              durationMs < 1500 &&
              total(durationMs, iterations) > longest
            )
          })
          .map(({ selector, name }) => ({
            message: `${name} makes ${selector} blink.`,
            place: { selector },
          })),
      ]),
    ),
)

/** Over before anybody looks for a way to stop it. */
const isShort = ({ seconds, loop }: MediaFact): boolean =>
  seconds !== undefined && seconds !== null && seconds <= 3 && !loop

/** A button of the page's own that ends the noise. */
const stopsSound = ({ role, name, visible, focusable }: Control): boolean =>
  role === 'button' && visible && focusable && /\b(pause|mute|stop)\b/i.test(name)

const autoplay: PageRule = definePageRule(
  {
    id: 'weight/autoplay',
    about: 'Nothing plays before someone starts it: no sound, and no film that cannot be stopped.',
    example: { bad: '<video autoplay src="tour.mp4">', better: '<video controls src="tour.mp4">' },
  },
  ({ views }) =>
    oncePerPlace(
      views.flatMap(({ media = [], controls: shown }) =>
        media
          .filter(({ autoplay: starts, muted, controls }) => starts && (!muted || !controls))
          .filter((each) => !isShort(each))
          .map(({ selector, tag, muted, controls }) => ({
            // a sound that can be stopped is a nuisance, not a barrier
            severity:
              controls || shown.some(stopsSound)
                ? ('info' as const)
                : muted
                  ? ('warning' as const)
                  : ('error' as const),
            message: muted
              ? `The ${tag} at ${selector} plays on its own and cannot be stopped.`
              : `The ${tag} at ${selector} plays sound on its own.`,
            place: { selector },
          })),
      ),
    ),
)

export const motionRules: readonly PageRule[] = [endlessMotion, blinking, autoplay]
