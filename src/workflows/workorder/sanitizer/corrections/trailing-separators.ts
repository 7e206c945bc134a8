import { counted } from '../../../../model/counted.ts'
import { type Place, placesOf } from '../brace-kinds.ts'
import { unmatched } from '../brackets.ts'
import { type Corrected, corrected, type Edit, unchanged } from '../correction.ts'
import { beginsStatement } from '../keywords.ts'
import { scan } from '../scan.ts'
import { isBlank, type Token } from '../token.ts'

/**
 * Commas and semicolons that cannot stand where they do. All others stay: the end of a statement, the last
 * comma of a list and every separator in text are not damage.
 */
export function fixTrailingCommasOrSemicolons(code: string): Corrected {
  const tokens = scan(code).filter((token) => !isBlank(token))
  // without partners for all brackets nobody knows what a separator separates
  if (unmatched(code, tokens) > 0) return unchanged(code)
  const places = placesOf(code, tokens)
  const edits: Edit[] = []
  tokens.forEach((token, index) => {
    const text = code.slice(token.start, token.end)
    if (token.kind !== 'punctuation' || (text !== ',' && text !== ';')) return
    const replacement = replacementFor(sightOf(code, tokens, places, index))
    if (replacement !== null) edits.push({ start: token.start, end: token.end, text: replacement })
  })
  return corrected(
    code,
    edits,
    (count) =>
      `${counted(count, 'misplaced comma or semicolon', 'misplaced commas and semicolons')} corrected`,
  )
}

type Sight = {
  readonly separator: string
  readonly before: string
  readonly next: string
  readonly onNextLine: boolean
  readonly around: Place['around']
  /** What the brace before closed, where one stands there. */
  readonly closed: Place['closes']
  readonly nextBegins: boolean
  /** More `<` than `>` since the statement began: a list of types may go on. */
  readonly inTypes: () => boolean
}

function sightOf(
  code: string,
  tokens: readonly Token[],
  places: readonly Place[],
  index: number,
): Sight {
  const at = (place: number) => {
    const token = tokens[place]
    return token === undefined ? '' : code.slice(token.start, token.end)
  }
  const { end } = tokens[index]!
  const next = tokens[index + 1]
  const until = next?.start ?? code.length
  return {
    separator: at(index),
    before: at(index - 1),
    next: at(index + 1),
    onNextLine: code.slice(end, until).includes('\n'),
    around: places[index]!.around,
    closed: places[index - 1]?.closes ?? null,
    nextBegins:
      next?.kind === 'word' && beginsStatement(at(index + 1), code.slice(next.end, next.end + 40)),
    inTypes: () => opensTypes(code, tokens, index),
  }
}

function opensTypes(code: string, tokens: readonly Token[], index: number): boolean {
  let angle = 0
  for (let at = index - 1; at >= 0 && at > index - 200; at -= 1) {
    const text = code.slice(tokens[at]!.start, tokens[at]!.end)
    if (text === ';') return false
    if (text === '<') angle += 1
    if (text === '>') angle -= 1
    if (angle > 0) return true
  }
  return false
}

const isMembers = (around: Place['around']): boolean => around === 'object' || around === 'list'

/** What should stand there instead: nothing, a comma, or null for what stands there now. */
function replacementFor(sight: Sight): string | null {
  const { separator, before, next, around } = sight
  const isBlock = around === 'block' || around === null
  if (next === '.' || next === '?.') return sight.onNextLine && before !== '' ? '' : null
  if (separator === ';') {
    if (next === ',' && (isMembers(around) || around === 'round')) return ''
    if (isMembers(around)) return next === '}' ? '' : ','
    if (around === 'round') return next === ')' ? '' : ','
    if (around === 'square') return next === ']' ? '' : ','
    const cutsOff = ['else', 'catch', 'finally'].includes(next) && sight.closed === 'block'
    return cutsOff || isOperator(sight) ? '' : null
  }
  if (next === ';') return around === 'for' ? null : ''
  if (before === ';' && (isBlock || around === 'class')) return ''
  if (next === ',' && around !== 'square' && around !== 'unknown') return ''
  if (['{', '('].includes(before) && (isMembers(around) || around === 'round')) return ''
  if (next === '}' && (around === 'block' || around === 'class')) return ''
  return isBlock && sight.onNextLine && sight.nextBegins && !sight.inTypes() ? '' : null
}

/** A line that goes on with an operator shows that the statement was not over. */
const isOperator = ({ next, onNextLine }: Sight): boolean =>
  onNextLine && ['&&', '||', '??', '===', '!==', '=>', '?', '=='].includes(next)
