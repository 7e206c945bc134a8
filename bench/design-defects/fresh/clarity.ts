// For measuring first: the first figures of this set were taken before any rule knew of it.
import type { Planter } from '../plant.ts'
import { defectsOf, pick, pickOrNull, stepsOf, textAt } from '../plant.ts'
import type { TextKind } from '../texts.ts'
import { aroundText, extended, fieldsOfKind, replaced, sentence, written } from '../texts.ts'

const prose: readonly TextKind[] = ['description', 'response', 'outcome', 'action']

/** Puts a mark around or before the text that stands there. */
const wrapped = (
  kinds: readonly TextKind[],
  marks: readonly (readonly [string, string])[],
): Planter => ({
  plant(intent, random) {
    const target = pickOrNull(fieldsOfKind(intent, kinds), random)
    if (target === null) return null
    const [before, after] = pick(marks, random)
    target.put(`${before}${target.text}${after}`)
    return { intent, pointers: aroundText(target.at) }
  },
  holds: (intent, at) =>
    marks.some(
      ([before, after]) =>
        textAt(intent, at).startsWith(before) && textAt(intent, at).endsWith(after),
    ),
})

const respelt = (said: string, message: string): boolean =>
  said !== message && message.toLowerCase().includes(said.toLowerCase().replace(/\.$/, ''))

export const clarity = defectsOf('clarity', {
  'markdown-left': wrapped(prose, [
    ['**', '**'],
    ['## ', ''],
    ['- [ ] ', ''],
    ['> ', ''],
    ['```\n', '\n```'],
    ['* ', ''],
  ]),
  'character-reference-left': extended(prose, [
    '&nbsp;and more than one',
    '&amp; the rest of the day',
    '&lt;10 minutes',
    'on the caf&eacute; terrace',
    '&#39;s evening',
  ]),
  'numbered-leftover': wrapped(
    ['goal', 'action', 'response', 'componentName'],
    [
      ['1. ', ''],
      ['2) ', ''],
      ['3. ', ''],
      ['Step 4: ', ''],
      ['Goal 2: ', ''],
      ['a) ', ''],
    ],
  ),
  'mail-address-as-description': replaced(
    ['description'],
    ['info@harbour-office.org', 'anna.berg@practice.net', 'office@chamber.example'],
  ),
  'address-as-description': replaced(
    ['description', 'response'],
    [
      'https://wiki.firm.net/pages/481',
      'www.soil-service.org/forms',
      'https://docs.google.com/document/d/1a2b',
      'http://intranet/specs/search.html',
    ],
  ),
  'marketing-language': written(
    ['description', 'goal', 'flowGoal'],
    [
      'A seamless, best-in-class experience that delights everyone',
      'Cutting-edge design takes the work to the next level',
      'An intuitive and modern look with a wow effect',
      'A world-class, state-of-the-art solution for all needs',
      'Empowers people to unlock their full potential',
      'A revolutionary one-stop shop for everything',
    ],
    (_, words) => words,
  ),
  'sample-person': written(
    ['description', 'response', 'actor'],
    ['John Doe', 'Max Mustermann', 'Jane Doe (jane@example.com)', 'Acme Corp.', 'Foo Bar Ltd'],
    (was, words) => (was.includes(' ') ? sentence(was, `${words} signs it.`) : words),
  ),
  'note-of-the-editor': written(
    prose,
    [
      'Note to self: ask the office.',
      '@anna please check this.',
      'Discuss with Peter first!',
      'Needs review by legal.',
      'Check with the client before release.',
      'Waiting for feedback from sales.',
    ],
    sentence,
  ),
  'bracket-left-open': extended(prose, [
    '(only for people who',
    '(see the rules of',
    '[in the case of',
    '“which the person',
    '(for example when',
  ]),
  'other-language': replaced(
    ['description', 'response'],
    [
      'Zeigt die Liste aller Einträge mit dem Datum der letzten Änderung.',
      'Affiche la liste des entrées avec la date de la dernière visite.',
      'Muestra la lista de todas las entradas con la fecha del cambio.',
      'Toont de lijst van alle gegevens met de datum van het bezoek.',
      'Der Nutzer sieht eine Meldung und kann es noch einmal versuchen.',
    ],
  ),
  'other-domain': replaced(
    ['description', 'response'],
    [
      'Adds the product to the shopping cart and updates the discount voucher.',
      'Shows the followers of the influencer and the likes of each post.',
      'Ranks the players by goals scored and yellow cards in the league.',
      'Lists the flights with baggage allowance and seat upgrades.',
      'Shows the pizza toppings and the tip for the courier.',
    ],
  ),
  'response-restates-trigger': {
    plant(intent, random) {
      const index = Math.floor(random() * intent.interactions.length)
      const one = intent.interactions[index]
      if (one === undefined) return null
      one.response = pick(
        [`${one.trigger} successfully`, `${one.trigger}, and it is done`, `Now ${one.trigger}`],
        random,
      )
      return { intent, pointers: aroundText(`/interactions/${index}/response`) }
    },
    holds: (intent, at) =>
      intent.interactions.some(
        ({ trigger }, index) =>
          at === `/interactions/${index}/response` && respelt(trigger, textAt(intent, at)),
      ),
  },
  'outcome-restates-action': {
    plant(intent, random) {
      const { step, at } = pick(stepsOf(intent), random)
      step.outcome = pick(
        [`${step.action} successfully`, `${step.action}, and it is done`, `Then ${step.action}`],
        random,
      )
      return { intent, pointers: aroundText(`${at}/outcome`) }
    },
    holds: (intent, at) =>
      stepsOf(intent).some(
        (one) => at === `${one.at}/outcome` && respelt(one.step.action, textAt(intent, at)),
      ),
  },
  'flow-goal-repeats-name': {
    plant(intent, random) {
      const index = Math.floor(random() * intent.userFlows.length)
      const flow = intent.userFlows[index]!
      flow.goal = pick([flow.name, `To ${flow.name.toLowerCase()}`, `${flow.name}.`], random)
      return { intent, pointers: aroundText(`/userFlows/${index}/goal`) }
    },
    holds: (intent, at) =>
      intent.userFlows.some(
        ({ name }, index) =>
          at === `/userFlows/${index}/goal` &&
          textAt(intent, at).toLowerCase().includes(name.toLowerCase()),
      ),
  },
  'goal-that-is-a-task': replaced(
    ['goal'],
    [
      'Write unit tests for the search page',
      'Refactor the code of the list before the release',
      'Set up the repository and the build pipeline',
      'Fix the bug in the date field by Friday',
      'Migrate the old tables during sprint 14',
      'Deploy the new version to the staging server',
    ],
  ),
  'author-speaks': written(
    prose,
    [
      'I would put this on the left.',
      'We decided on this in the workshop.',
      'I assume that nobody needs more.',
      "In my opinion that's enough.",
      'We could also leave it out.',
    ],
    sentence,
  ),
  'alternatives-left-open': written(
    ['description', 'response'],
    [
      'Either a slider or a text field, whichever is easier.',
      'A map or a list, to be decided later.',
      'Option A: a drawer; option B: a page.',
      'Could be a table, could be cards.',
      'Maybe a chart, maybe only a figure.',
    ],
    sentence,
  ),
  'note-of-a-change': written(
    prose,
    [
      'Added in v2.',
      'Changed since the last sprint.',
      'NEW: replaces the old screen.',
      'Deprecated, use the other one.',
      'Same as in version 1.3 but faster.',
      'Removed in the next release.',
    ],
    sentence,
  ),
  'estimate-left': written(
    prose,
    ['Three story points.', 'Effort: two days.', '(nice to have)', 'Priority: P2.', 'MVP only.'],
    sentence,
  ),
  'ticket-number-left': written(
    prose,
    ['See JIRA-1234.', '(PROJ-88)', 'Closes #412.', 'Ticket ABC-17.', 'Refs GH-90.'],
    sentence,
  ),
  'emoji-left': wrapped(
    ['description', 'goal', 'response', 'componentName'],
    [
      ['✅ ', ''],
      ['🚀 ', ''],
      ['', ' 🎉'],
      ['⚠️ ', ''],
      ['', ' 👍'],
    ],
  ),
  'value-of-a-program-as-text': replaced(
    ['description', 'response', 'actor', 'flowGoal', 'outcome'],
    ['undefined', 'null', '[object Object]', 'NaN', 'None', '#REF!'],
  ),
})
