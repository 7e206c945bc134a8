import type { Planter } from '../plant.ts'
import { addAttribute, attributeAt, defectsOf, indexIn, pascal, pick, textAt } from '../plant.ts'
import { extended, replaced, sentence, written } from '../texts.ts'

const named = (words: readonly string[], kind: 'componentName' | 'entityName'): Planter =>
  written(
    [kind],
    words,
    (was, word) => `${word}${/[a-z] $/.test(word) ? was.toLowerCase() : pascal(was)}`,
  )

export const attributeCalled = (names: readonly string[]): Planter => ({
  plant(intent, random) {
    const at = addAttribute(intent, { name: pick(names, random), type: 'string' }, random)
    return { intent, pointers: [`${at}/name`, ...attributeAt(at)] }
  },
  holds: (intent, at) => names.includes(textAt(intent, at)),
})

export const frameworkAgnosticism = defectsOf('frameworkAgnosticism', {
  'framework-in-description': written(
    ['description'],
    [
      'It is built with React.',
      'A Vue component draws it.',
      'It is an Angular component.',
      'Written in Svelte.',
      'Rendered on the server by Next.js.',
      'It uses Nuxt for its pages.',
      'Built as a React component with TypeScript.',
    ],
    sentence,
  ),
  'framework-in-name': named(
    ['React ', 'Vue', 'Angular', 'Svelte', 'React', 'Vue '],
    'componentName',
  ),
  'framework-in-goal': replaced(
    ['goal'],
    [
      'Build the pages with Vue 3 and Pinia',
      'Use React and Redux for the whole interface',
      'Rewrite the existing pages in Angular',
      'Ship the feature as a Next.js application',
      'Style every page with Tailwind CSS',
    ],
  ),
  'framework-in-action': extended(
    ['action'],
    [
      'and React renders the list again',
      'in the Angular form',
      'which updates the Redux store',
      'by means of a Vue component',
      'and useState keeps the choice',
    ],
  ),
  'framework-in-outcome': extended(
    ['outcome'],
    [
      'in the Redux store',
      'and React renders the page again',
      'in Firebase',
      'through a Vuex mutation',
    ],
  ),
  'framework-in-trigger': replaced(
    ['trigger'],
    [
      'onClick of the button fires',
      'The useEffect hook runs after the first render',
      'The component emits a v-on:click event',
      'addEventListener receives a click on the div',
      'The onSubmit handler of the form is called',
      '@click on the button',
    ],
  ),
  'framework-in-response': replaced(
    ['response'],
    [
      'setState is called with the new value',
      'An action is dispatched to the Redux store',
      'The Vuex store commits the change',
      'The useState value changes and React renders the list again',
      'The Angular service emits the next value of the observable',
    ],
  ),
  'framework-in-title': extended(
    ['title'],
    ['(React)', 'with Vue.js', 'in Angular 17', '- Next.js app'],
  ),
  'framework-in-flow-name': extended(
    ['flowName', 'flowGoal'],
    ['with React', 'in the Vue app', '(Angular)', 'using Next.js'],
  ),
  'framework-in-entity-name': named(['Redux', 'Vuex', 'React', 'Firebase '], 'entityName'),
  'framework-spelt-otherwise': written(
    ['description', 'response', 'outcome'],
    [
      'It is built with ReactJS.',
      'It is written in react.js.',
      'The page runs on Vue.js.',
      'An AngularJS controller fills it.',
      'It is a NextJS page.',
      'It is a SvelteKit route.',
    ],
    sentence,
  ),
  'framework-in-lower-case': written(
    ['description', 'response'],
    [
      'It is a react component with local state.',
      'A vue component renders the rows.',
      'An angular directive marks the row.',
      'A svelte store keeps the value.',
      'A redux reducer changes the value.',
    ],
    sentence,
  ),
  'style-library': written(
    ['description', 'response', 'goal'],
    [
      'It uses Tailwind classes.',
      'It is laid out on the Bootstrap grid.',
      'It opens in a Bootstrap modal.',
      'It follows Material UI.',
      'It is a Chakra UI card.',
    ],
    sentence,
  ),
  'markup-in-description': written(
    ['description'],
    [
      'It is a <div> with two columns.',
      'A div with the className card.',
      'It wraps the text in a <span> element.',
      'It sets the innerHTML of the panel.',
      'Rendered as <ul> with one <li> per entry.',
      'It is a <BookingCard /> element.',
    ],
    sentence,
  ),
  'hooks-named': written(
    ['description', 'response'],
    [
      'It keeps its value with useState.',
      'It loads the entries in useEffect.',
      'It reads the theme by useContext.',
      'It memoises the rows with useMemo.',
      'It gets its entries as props from the parent component.',
    ],
    sentence,
  ),
  'template-directive': written(
    ['description', 'response'],
    [
      'The field is bound with v-model.',
      'It is shown with v-if when entries exist.',
      'Rows are drawn with *ngFor.',
      'It hides itself by ngIf.',
      'It receives the entry through @Input().',
    ],
    sentence,
  ),
  'server-framework': written(
    ['description', 'response', 'outcome'],
    [
      'It is served by an Express.js server.',
      'A Django view returns the entries.',
      'A Flask app answers the request.',
      'A Ruby on Rails controller stores it.',
      'A Spring Boot service checks it.',
      'A Laravel job sends it.',
    ],
    sentence,
  ),
  'database-product': written(
    ['description', 'outcome', 'response'],
    [
      'The entry is stored in PostgreSQL.',
      'It reads from a MongoDB collection.',
      'The rows come from MySQL.',
      'It is synchronised with Firebase.',
      'It writes to Supabase.',
    ],
    sentence,
  ),
  'column-type-in-attribute': written(
    ['attributeDescription'],
    [
      'VARCHAR(255)',
      'VARCHAR(64) NOT NULL',
      'INT AUTO_INCREMENT',
      'BIGINT PRIMARY KEY',
      'TIMESTAMPTZ column',
    ],
  ),
  'markup-attribute-name': attributeCalled([
    'className',
    'onClick',
    'innerHTML',
    'cssClass',
    'divId',
  ]),
  'state-library': written(
    ['description', 'response'],
    [
      'The choice is kept in Redux.',
      'Its value lives in a Pinia store.',
      'It subscribes to a MobX observable.',
      'It selects from the Zustand store.',
      'It dispatches through Vuex.',
    ],
    sentence,
  ),
  'jsx-named': {
    ...extended(
      ['description', 'action', 'response'],
      [
        'written as JSX',
        'in a .jsx file',
        'as a TSX template',
        'through the virtual DOM',
        'in the shadow DOM',
      ],
    ),
  },
  'framework-in-brackets': {
    plant(intent, random) {
      const part = pick(intent.components, random)
      const word = pick(['React', 'Vue', 'Angular'], random)
      part.name = `${part.name} (${word})`
      const at = `/components/${intent.components.indexOf(part)}`
      return { intent, pointers: [`${at}/name`, at] }
    },
    holds: (intent, at) =>
      /\((?:React|Vue|Angular)\)$/.test(intent.components[indexIn(at, 'components')]?.name ?? ''),
  },
})
