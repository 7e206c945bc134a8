import { type DesignRule, type Seen, textRule } from './rule.ts'
import { carriesMeaning, type Prose, type ProseKind, stem } from './prose.ts'

const stems = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(stem))

/** Words that every feature could claim for itself. */
const options = stems(
  'make makes give provide provides deliver delivers offer offers ensure ensures improve improves increase increases enhance enhances boost boosts optimise optimises optimize optimizes maximise maximize raise raises create creates bring brings get be is are have has keep keeps help helps let lets enable enables allow allows reduce reduces lower achieve achieves support supports people person user users customer customers client clients everyone everybody everything anyone team teams business company stakeholder stakeholders work works process processes workflow task tasks job thing things stuff efficiency efficient effective effectiveness quality experience experiences productivity satisfaction performance usability value engagement convenience simplicity speed success growth innovation excellence happiness comfort trust delight faster fast quick quickly better good great best easier easy easily simple simply simpler smoother smooth nicer nice happy happier more most much very highly high higher overall whole possible always life lives daily day modern solution solutions system systems product products app application tool feature features platform service software interface functionality way ways manner their them they your our it its this that as so all any can will need needs want wants use uses useful best-in-class world-class amazing awesome new digital journey transformation future value-added optimal maximum minimal able everyday',
)

/** Words that say that something is done or shown, but not what. */
const motions = stems(
  'show shows display displays present presents view views see sees handle handles manage manages process processes do does did done doing perform performs execute executes use uses provide provides allow allows enable enables contain contains hold holds have has is are be been make makes work works happen happens run runs go goes get gets set sets take takes put puts let lets need needs update updates change changes respond responds react reacts answer answers react click clicks press presses tap taps select selects choose chooses enter enters type types interact interacts view views container containers control controls utility utilities type data information info content contents detail details thing things stuff something everything anything it they he she this that these those them him her user users person people system app application software component components element elements part parts page screen ui interface feature features functionality function functions action actions event events input inputs output outputs request requests response responses result results state states object objects item items value values logic operation operations main various some other all any one ones here there then again accordingly correspondingly appropriately properly correctly successfully normally as expected needed necessary relevant certain specific etc when if after before via simple basic general its their your our',
)
/** Acting on one of these is an exact thing to say in a step. */
const exactInSteps = stems('page screen')

const wishKinds: ReadonlySet<ProseKind> = new Set(['goal', 'flow-goal'])
const motionKinds: ReadonlySet<ProseKind> = new Set([
  'description',
  'action',
  'outcome',
  'trigger',
  'response',
])

function unmeasured(prose: Prose): readonly Seen[] {
  const asPossible = /\bas \p{L}+(?:ly)? as possible\b/iu.exec(prose.text)
  if (asPossible !== null && !/as (?:soon|far) as possible/i.test(asPossible[0]))
    return [{ path: prose.path, message: `"${asPossible[0]}" names no measure` }]
  if (!wishKinds.has(prose.kind)) return []
  return says(prose, (word) => options.has(word)) && !/\d/.test(prose.text)
    ? [
        {
          path: prose.path,
          message: 'fits any feature; say what people can do, or what can be measured',
        },
      ]
    : []
}

/** Whether all that a text says is among some words. The first other word ends the search. */
function says({ words }: Prose, among: (stem: string) => boolean): boolean {
  let any = false
  for (const { lower } of words)
    for (const part of lower.split('-')) {
      if (!carriesMeaning(part)) continue
      if (!among(stem(part))) return false
      any = true
    }
  return any
}

const links = stems(
  'what which who whom how where can could should must may might will would shall also too so but only just not no every each both',
)

/** Whether a text could stand in the design of any feature. */
export function isEmptyTalk(text: string): boolean {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(carriesMeaning)
  return words.every((word) => [options, motions, links].some((set) => set.has(stem(word))))
}

function hollow(prose: Prose): readonly Seen[] {
  const { kind, path, text, words } = prose
  if (!motionKinds.has(kind) || words.length > 20) return []
  const empty = (word: string) =>
    motions.has(word) && (kind === 'description' || !exactInSteps.has(word))
  return says(prose, empty)
    ? [{ path, message: `"${text.slice(0, 40)}" does not say what is meant` }]
    : []
}

export const clarityHollowRules: readonly DesignRule[] = [
  textRule('clarity/hollow-text', hollow),
  textRule('clarity/unmeasured-goal', unmeasured),
]
