import { type Answer, met, undecided } from '../../../obligations/examine.ts'
import { quote } from '../score/define-rule.ts'
import { type Shown, squeezed } from './parts.ts'

/** A picture with this name: in its address, its alternative text or its label. */
export function findPicture({ view }: Shown, name: string): Answer {
  const wanted = squeezed(name)
  const image = view.images.find(
    ({ visible, src, alt, name: called }) =>
      visible && [src, alt ?? '', called].some((each) => squeezed(each).includes(wanted)),
  )
  return image === undefined
    ? undecided(`no picture is called ${quote(name)}; what the pictures show takes a look`)
    : met(`${quote(name)} is shown`, image.selector)
}
