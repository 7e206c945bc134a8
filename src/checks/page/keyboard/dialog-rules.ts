import type { PageRule } from '../page-rule.ts'
import { worksRule } from '../accessibility/about.ts'

const escape: PageRule = worksRule(
  {
    id: 'dialog-escape',
    about: 'The Escape key closes a dialog.',
    example: {
      bad: '<div class="modal"> that only its button closes',
      better: '<dialog> opened with showModal()',
    },
    needs: ['views', 'probes'],
    severity: 'error',
  },
  ({ probes }) =>
    probes.openers
      .filter(({ kind, closesOnEscape }) => kind === 'dialog' && closesOnEscape === false)
      .map(({ opened }) => ({
        message: `the Escape key does not close ${opened}`,
        place: { selector: opened },
      })),
)

const into: PageRule = worksRule(
  {
    id: 'dialog-takes-focus',
    about: 'The focus goes into a dialog when it opens.',
    example: { bad: 'modal.style.display = "block"', better: 'dialog.showModal()' },
    needs: ['views', 'probes'],
    severity: 'error',
  },
  ({ probes }) =>
    probes.openers
      .filter(({ kind, focusMovedInside }) => kind === 'dialog' && focusMovedInside === false)
      .map(({ opened }) => ({
        message: `the focus stays outside ${opened} when it opens`,
        place: { selector: opened },
      })),
)

const back: PageRule = worksRule(
  {
    id: 'dialog-returns-focus',
    about: 'The focus goes back to where it was when a dialog closes.',
    example: { bad: 'modal.remove()', better: 'opener.focus() once it is closed' },
    needs: ['views', 'probes'],
    severity: 'error',
  },
  ({ probes }) =>
    probes.openers
      .filter(({ kind, focusReturned }) => kind === 'dialog' && focusReturned === false)
      .map(({ opened, opener }) => ({
        message: `the focus does not go back to ${opener} when ${opened} closes`,
        place: { selector: opener },
      })),
)

export const dialogRules: readonly PageRule[] = [escape, into, back]
