import { mentions } from '../read/mentions.ts'
import type { Part } from '../../evaluation.ts'
import { pageIssues, issueAt, partOf } from '../page-issues.ts'
import { isField } from '../read/elements.ts'
import { statesFor } from '../read/selectors.ts'
import { elementsIn, inside, type Ui, type UiElement, literal } from '../read/ui.ts'
import { stateIssues, looks } from './looks.ts'

const canBeWrong = (element: UiElement): boolean =>
  ['required', 'pattern', 'min', 'max', 'minlength', 'maxlength'].some((name) =>
    element.attributes.has(name),
  ) || /^(?:email|url|tel|number|date)$/.test(literal(element, 'type') ?? '')

const errorWord = /error|invalid|danger|alert/i

/** Whether anything shows that a field is wrong: its styles, a message beside it, or an attribute. */
function showsErrors(ui: Ui, field: UiElement): boolean {
  if (field.hasSpread || statesFor(ui, field)?.has('invalid') !== false) return true
  const inFile = elementsIn(ui, field.path).some(
    (each) =>
      literal(each, 'role') === 'alert' ||
      each.attributes.has('aria-live') ||
      [...each.attributes.keys()].some((name) =>
        /^(?:aria-invalid|aria-errormessage|error\w*|invalid)$/.test(name),
      ) ||
      each.classes.some((name) => errorWord.test(name)),
  )
  return (
    inFile ||
    ui.scripts.some((source) =>
      [...mentions(source)].some((word) =>
        /^(?:setCustomValidity|reportValidity|validationMessage)$/.test(word),
      ),
    )
  )
}

export function inputPart(ui: Ui): Part {
  const fields = ui.elements.filter(
    (each) =>
      ui.isTouched(each) &&
      isField(each) &&
      !/^(?:checkbox|radio|range|color|file)$/.test(literal(each, 'type') ?? ''),
  )
  const inForms = Map.groupBy(fields.filter(canBeWrong), ({ path }) => path)
  const silent = [...inForms.values()].flatMap((list) => {
    const first = list.find((each) => !showsErrors(ui, each))
    return first === undefined ? [] : [first]
  })
  // without rules of its own, a form is left to the browser, which shows what is wrong
  const ownRules = silent.filter((each) => isHandledByScript(ui, each))
  const leftToBrowser = silent.filter((each) => !ownRules.includes(each))
  return partOf('input-states', 'Fields show that they are focused, wrong and disabled', {
    issues: [
      ...stateIssues(ui, looks(fields), ['disabled']),
      ...ownRules.map((each) =>
        issueAt(
          each,
          'nothing shows that the field is wrong',
          'Set aria-invalid, style it, and say beside the field what to do.',
        ),
      ),
      ...pageIssues(ui, ['interaction/form-validation'], ({ severity }) => severity === 'error'),
    ],
    met:
      fields.length > 0 && leftToBrowser.length === 0
        ? `${fields.length} fields show their states`
        : null,
    open:
      leftToBrowser.length > 0
        ? 'errors are left to the browser: does the design ask for a state of its own?'
        : null,
    none: 'the track has no field of its own',
  })
}

function isHandledByScript(ui: Ui, field: UiElement): boolean {
  const form = ui.elements.find((each) => each.tag === 'form' && [...inside(each)].includes(field))
  return form?.attributes.has('novalidate') === true
}
