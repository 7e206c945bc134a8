import { textOf, type Block, type Item } from '../markdown/blocks.ts'
import { flattened } from '../markdown/read-list.ts'
import type { Section } from '../markdown/sections.ts'
import { sectionKind } from '../markdown/section-kinds.ts'
import { asSentence, bare, capitalised, cut } from '../text/plain-text.ts'
import { title } from '../text/names.ts'
import { theActor, toldOf } from '../text/person.ts'
import { sentences } from '../text/sentences.ts'
import { requirementIn, ruleIn, type Requirement } from './ears.ts'
import { readDiagram } from './er-diagram.ts'
import type { Facts, Story } from './facts.ts'
import { stepOf } from './flows.ts'
import { flowOf, reactionsOf } from './scenario-flows.ts'
import { asScenarioLines, isScenario, scenariosIn } from './scenarios.ts'
import { storiesIn } from './stories.ts'

type Code = Extract<Block, { type: 'code' }>

/** Scenarios and diagrams are read; other code says nothing of a design. */
export function readCode(facts: Facts, section: Section, block: Code): void {
  if (/^(?:gherkin|cucumber|feature)$/.test(block.language) || isScenario(block.lines))
    return takeScenarios(facts, block.lines, topicOf(facts, section))
  const text = block.lines.join('\n')
  if (storiesIn(text).length > 0)
    return block.lines.forEach((line) => void takeStory(facts, line, ''))
  if (readDiagram(facts, block.lines)) return
  facts.notes.push(
    `Not read: a block of ${block.language === '' ? 'code' : block.language} under "${section.title}".`,
  )
}

export function takeScenarios(facts: Facts, lines: readonly string[], topic: string): void {
  const story = storiesIn(textOf(preamble(lines)))[0]
  const actor =
    story?.actor ??
    facts.stories.findLast(
      (known) => topic !== '' && (known.name === topic || known.action === topic),
    )?.actor ??
    ''
  for (const scenario of scenariosIn(lines, topic)) {
    facts.title ||= title(scenario.feature, 120)
    const named =
      scenario.name === '' && topic !== '' && lines.length < 12
        ? { ...scenario, name: topic }
        : scenario
    facts.flows.push({ ...flowOf(named, actor), goal: benefitOf(story) })
    facts.reactions.push(...reactionsOf(named, actor))
  }
}

// what a feature says of itself before its first scenario
function preamble(lines: readonly string[]): readonly string[] {
  const told = lines.slice(0, 10).filter((line) => !/^\s*Feature:/i.test(line))
  const end = told.findIndex((line) =>
    /^\s*(?:background|scenario|rule|example|given|when|@|#)/i.test(line),
  )
  return end === -1 ? told : told.slice(0, end)
}

const benefitOf = (story: Story | undefined): string =>
  story === undefined || story.benefit === ''
    ? ''
    : asSentence(toldOf(capitalised(theActor(story.actor)), story.benefit))

/** What the sentences of a section belong to: its own heading, or the story they are the criteria of. */
export function topicOf(facts: Facts, section: Section): string {
  const story = facts.stories.at(-1)
  if (section.kind === 'criteria' && story !== undefined) return story.name || story.action
  // what stands right under the document's title belongs to all of it
  if (section.level === 1) return facts.title
  return section.named ? '' : section.title
}

export function readParagraph(facts: Facts, section: Section, lines: readonly string[]): void {
  if (isScenario(lines)) return takeScenarios(facts, lines, topicOf(facts, section))
  const text = textOf(lines)
  if (takeStory(facts, text, storyName(section))) return
  for (const sentence of sentences(text)) readSentence(facts, section, sentence)
}

/** Keeps the stories a text tells; says whether it told any. */
export function takeStory(
  facts: Facts,
  text: string,
  name: string,
  below: readonly Item[] = [],
): boolean {
  const stories = storiesIn(text)
  const steps = below.flatMap((item) =>
    storiesIn(item.text).length > 0 ? [] : (stepOf(item) ?? []),
  )
  for (const story of stories) {
    facts.stories.push({
      ...story,
      name: story.name || name,
      steps: stories.length === 1 ? steps : [],
    })
  }
  return stories.length > 0
}

/** Takes the stories out of a list and gives back the items that are none. */
export function takeStories(
  facts: Facts,
  section: Section,
  items: readonly Item[],
): readonly Item[] {
  const name = items.length === 1 ? storyName(section) : ''
  return items.filter((item) => {
    const criteria = item.children.map(({ text }) => text)
    const scenario = isScenario(criteria)
    if (!takeStory(facts, item.text, name, scenario ? [] : item.children)) return true
    const story = facts.stories.at(-1)
    if (scenario && story) takeScenarios(facts, criteria, story.name || story.action)
    return false
  })
}

const storyName = (section: Section): string =>
  section.named || section.kind === 'background' || section.level === 0 ? '' : section.title

/** A list of requirements, rules or criteria; a lead such as "The system shall:" goes before each item. */
export function readRequirementList(
  facts: Facts,
  section: Section,
  items: readonly Item[],
  lead: string,
): void {
  const lines = items.map(({ text }) => text)
  if (isScenario(lines)) return takeScenarios(facts, lines, topicOf(facts, section))
  for (const item of takeStories(facts, section, items)) {
    if (isScenario(item.children.map(({ text }) => text))) {
      takeScenarios(
        facts,
        item.children.map(({ text }) => text),
        bare(item.text),
      )
      continue
    }
    const stem = opensSentence(lead) ? `${bare(lead)} ` : ''
    const own = opensSentence(item.text) ? `${bare(item.text)} ` : ''
    if (own === '') readItem(facts, section, stem + item.text)
    for (const child of flattened(item.children)) readItem(facts, section, own + child.text)
  }
}

function readItem(facts: Facts, section: Section, text: string): void {
  if (takeStory(facts, text, '')) return
  const label = /^([^:]{3,40}):\s+\S/.exec(text)?.[1] ?? ''
  if (sectionKind(label) === 'excluded')
    return void facts.notes.push(`Left out, as the document says: ${cut(text, 160)}`)
  // "Reminders: the system shall …" labels the sentence
  const labelled = /^([^:.]{3,50}):\s+(.{10,})$/.exec(text)?.[2] ?? text
  for (const sentence of sentences(labelled)) readSentence(facts, section, sentence, true)
}

const opensSentence = (text: string): boolean =>
  /\b(?:shall|must|should|will|can|may|able to|allows? \w+ to|lets? \w+)\s*(?:be able to)?\s*:$/i.test(
    text,
  )

/** One sentence: a scenario, a requirement, a rule, or only prose for later. */
export function readSentence(
  facts: Facts,
  section: Section,
  sentence: string,
  listed = false,
): void {
  if (sentence.endsWith(':')) return
  const lines = asScenarioLines(sentence)
  if (lines.length > 0) return takeScenarios(facts, lines, topicOf(facts, section))
  const entry = {
    text: sentence,
    kind: section.kind,
    placed: section.kind === 'background' || section.kind === 'goals',
  }
  facts.prose.push(entry)
  const quiet =
    section.kind === 'background' || section.kind === 'goals' || section.kind === 'actors'
  if (quiet && !/\b(?:shall|must)\b/i.test(sentence)) return
  const requirement = requirementIn(sentence)
  const topic = topicOf(facts, section)
  const rule = requirement === null && section.kind !== 'other' ? ruleIn(sentence) : null
  if (rule !== null) facts.reactions.push({ ...rule, states: [], topic })
  entry.placed ||= requirement !== null || rule !== null
  // a criterion of a story, and what somebody does, are steps even without a word that binds
  if (
    requirement === null &&
    rule === null &&
    (section.kind === 'criteria' || (listed && isDeed(facts, sentence)))
  ) {
    entry.placed = true
    facts.reactions.push({ trigger: '', response: asSentence(sentence), states: [], topic })
  }
  switch (requirement?.type) {
    case undefined:
      return
    case 'reaction':
      facts.reactions.push({ ...requirement, topic })
      return
    case 'duty':
      facts.reactions.push({
        trigger: '',
        response: requirement.response,
        states: requirement.states,
        topic,
      })
      return
    case 'capability':
      return takeCapability(facts, requirement, topic, sentence)
  }
}

const persons =
  /(?:er|or|ist|ant|ent|ee|ian|eur|man|woman|person|people|staff|admin|clerk|nurse|guest|team|lead|head|chef|pilot|anyone|everyone|somebody|public|crew|host|client|citizen|coach|volunteer|warden|neighbou?r|boss|chief|intern|expert|cook|judge|guard|child|children|kid|family|household|company|office|department|desk|club|school|marketing|finance|sales|support|accounting|management)s?$/i

// "A visitor enters an address": someone does something
function isDeed(facts: Facts, sentence: string): boolean {
  const match = /^(?:an?|the|each|every)\s+([\p{L}-]+(?:\s[\p{L}-]+)?)\s+[a-z]+s\s/iu.exec(sentence)
  const who = match?.[1] ?? ''
  const first = who.split(' ')[0] ?? ''
  return [who, first].some(
    (name) =>
      name !== '' && (isKnown(facts, name) || (persons.test(name) && !noPersons.test(name))),
  )
}

const isKnown = (facts: Facts, name: string): boolean =>
  facts.actors.some((actor) => name.toLowerCase().startsWith(actor.toLowerCase().replace(/s$/, '')))

const noPersons = /(?:appointment|document|payment|event|comment|content|order|calendar)s?$/i
// "a member may hold at most three tools" limits; it offers nothing
const isLimit =
  /\b(?:may|can)\s+(?:only\s+)?\w+\s+(?:at most|no more than|only|up to|a maximum)\b|\bonly\b.{1,40}\b(?:can|may)\b/i

function takeCapability(
  facts: Facts,
  told: Extract<Requirement, { type: 'capability' }>,
  topic: string,
  sentence: string,
): void {
  const known = isKnown(facts, told.actor)
  const isPerson =
    told.isSomeone || known || (persons.test(told.actor) && !noPersons.test(told.actor))
  if (isPerson && !isLimit.test(sentence)) {
    facts.stories.push({
      actor: told.actor,
      action: bare(`${told.action} ${told.when}`),
      benefit: '',
      name: told.action.split(' ').length > 12 ? topic : '',
      steps: [],
    })
    return
  }
  facts.reactions.push({ trigger: '', response: asSentence(sentence), states: [], topic })
}
