import type { Prose, ProseKind } from './prose.ts'
import { type DesignRule, oneOf, type Seen } from './design-model.ts'

const nobody = oneOf(
  'someone somebody anyone anybody everyone everybody people person persons whoever they them he she it one actor actors role roles stakeholder stakeholders others other',
)
const unsure = oneOf('some any various several different certain etc misc whoever multiple random')

/** An actor who could be anybody. "User" and "System" are plain, but someone can be meant by them. */
const vagueActors = ({ kind, path, text, words }: Prose): readonly Seen[] =>
  kind === 'actor' &&
  words.length > 0 &&
  (words.every(({ lower }) => nobody.has(lower) || lower === 'the' || lower === 'a') ||
    words.some(({ lower }) => unsure.has(lower)))
    ? [{ path, message: `"${text.slice(0, 40)}" could be anybody; name who it is` }]
    : []

const openStates = oneOf(
  'some other others various misc etc different several state states something whatever stuff thing things any maybe special certain somehow',
)
const openInStates = oneOf('some various etc whatever stuff somehow misc something')

const vagueStates = ({ kind, path, text, words }: Prose): readonly Seen[] =>
  kind === 'state' &&
  words.length > 0 &&
  (words.every(({ lower }) => openStates.has(lower)) ||
    words.some(({ lower }) => openInStates.has(lower)))
    ? [{ path, message: `"${text.slice(0, 40)}" names no state that could be told from another` }]
    : []

const pronouns = oneOf(
  'it they he she this that these those them him her we you us me its their his theirs itself themselves both another',
)
const activities = oneOf(
  'do does did done is are be been was has have had can will then again so here there now also too not send sends check checks open opens close closes save saves confirm confirms start starts stop stops finish finishes continue continues move moves look looks find finds give gives keep keeps want wants try tries know knows call calls read reads write writes edit edits add adds remove removes delete deletes fill fills come comes appear appears show shows use uses make makes take takes put puts get gets go goes see sees click clicks press presses tap taps select selects choose chooses enter enters update updates change changes handle handles manage manages work works happen happens need needs let lets and or with for to of from in on at by as after before when if the a an back up out off over through one same other',
)
const tellingKinds: ReadonlySet<ProseKind> = new Set([
  'action',
  'outcome',
  'trigger',
  'response',
  'description',
  'goal',
  'flow-goal',
])

const subjects = oneOf('it they he she this that we you and then who')

/** Whether a word is a verb by where it stands: behind a pronoun, with the ending of a verb. */
const isVerb = (words: Prose['words'], at: number): boolean =>
  subjects.has(words[at - 1]?.lower ?? '') && /(?:s|ed)$/.test(words[at]?.lower ?? '')

/** Sentences of pronouns and verbs: nobody can tell who does what to what. */
const pronounsOnly = ({ kind, path, text, words }: Prose): readonly Seen[] =>
  tellingKinds.has(kind) &&
  words.length <= 12 &&
  words.some(({ lower }) => pronouns.has(lower)) &&
  words.every(({ lower }, at) => pronouns.has(lower) || activities.has(lower) || isVerb(words, at))
    ? [{ path, message: `"${text.slice(0, 40)}" names nobody and nothing` }]
    : []

export const clarityPeopleRules: readonly DesignRule[] = [
  {
    id: 'clarity/vague-actor',
    dimension: 'clarity',
    severity: 'warning',
    about: 'The actor of a flow is somebody in particular.',
    example: { bad: '"actor": "Someone"', better: '"actor": "Member"' },
    over: 'texts',
    read: vagueActors,
  },
  {
    id: 'clarity/vague-state',
    dimension: 'clarity',
    severity: 'warning',
    about: 'A state can be told from the others by its name.',
    example: {
      bad: '"states": ["idle", "some other state"]',
      better: '"states": ["idle", "sending"]',
    },
    over: 'texts',
    read: vagueStates,
  },
  {
    id: 'clarity/pronouns-only',
    dimension: 'clarity',
    severity: 'warning',
    about: 'A sentence holds more than pronouns and verbs.',
    example: {
      bad: '"They send it to them"',
      better: '"The desk sends the receipt to the member"',
    },
    over: 'texts',
    read: pronounsOnly,
  },
]
