// For measuring only. A rule that is tuned on these classes takes away what they tell.
import { defectsOf, indexIn, pick, renameComponent } from '../plant.ts'
import { attributeCalled } from '../seen/framework.ts'
import { extended, replaced, sentence, written } from '../texts.ts'

export const frameworkAgnosticism = defectsOf('frameworkAgnosticism', {
  'mobile-framework': written(
    ['description', 'response'],
    [
      'It is a SwiftUI list.',
      'It is drawn with Jetpack Compose.',
      'It is a Flutter widget.',
      'It is a React Native screen.',
      'A UITableView shows the rows.',
      'A RecyclerView shows the rows.',
    ],
    sentence,
  ),
  'component-library': written(
    ['description', 'response'],
    [
      'It is a shadcn/ui dialog.',
      'It is an MUI table.',
      'It is an Ant Design form.',
      'It uses the Vuetify grid.',
      'It is a PrimeNG calendar.',
      'It wraps a Radix popover.',
    ],
    sentence,
  ),
  'lifecycle-method': replaced(
    ['trigger'],
    [
      'componentDidMount is called',
      'ngOnInit runs on the page',
      'onMounted fires for the list',
      'viewDidLoad of the screen is called',
      'The DOMContentLoaded event arrives',
    ],
  ),
  'address-of-an-api': written(
    ['response', 'outcome', 'description'],
    [
      'It calls GET /api/v1/entries.',
      'It sends a POST request to /api/entries.',
      'It runs a GraphQL mutation.',
      'It calls fetch() on the endpoint.',
      'It uses axios for the request.',
    ],
    sentence,
  ),
  'query-language': written(
    ['description', 'outcome', 'response'],
    [
      'It runs SELECT * FROM entries WHERE open = 1.',
      'It does an INSERT INTO entries.',
      'It joins two tables by LEFT JOIN.',
      'It is a Prisma query.',
    ],
    sentence,
  ),
  'code-in-text': written(
    ['response', 'description', 'trigger'],
    [
      'It calls () => setOpen(true).',
      'const [open, setOpen] = useState(false);',
      'It is done in function handleClick() {}.',
      'It calls entry.save();',
      'It does document.getElementById("list").',
    ],
    sentence,
  ),
  'style-declaration': written(
    ['description', 'response'],
    [
      'It has display: flex and margin-top: 8px.',
      'It has z-index: 100.',
      'Its CSS class is btn-primary.',
      'It gets the class .is-active.',
      'It is a flexbox with align-items: center.',
    ],
    sentence,
  ),
  'file-of-source': written(
    ['description'],
    [
      'It lives in EntryList.tsx.',
      'See index.vue.',
      'It is styled in styles.scss.',
      'The code is in src/components/List.jsx.',
      'It is defined in list.component.ts.',
    ],
    sentence,
  ),
  infrastructure: written(
    ['description', 'outcome', 'response'],
    [
      'It runs in a Docker container on Kubernetes.',
      'An AWS Lambda function does the work.',
      'It is cached in Redis.',
      'A Kafka topic carries the message.',
      'The photo goes to an S3 bucket.',
    ],
    sentence,
  ),
  'build-tool': extended(
    ['description', 'goal'],
    ['bundled with webpack', 'built by Vite', 'installed from npm', 'compiled by Babel'],
  ),
  'framework-in-id': {
    plant(intent, random) {
      const part = pick(intent.components, random)
      const id = `${pick(['react', 'vue', 'angular', 'svelte', 'jsx'], random)}-${part.id}`
      renameComponent(intent, part.id, id)
      const at = `/components/${intent.components.indexOf(part)}`
      return { intent, pointers: [`${at}/id`, at] }
    },
    holds: (intent, at) =>
      /^(?:react|vue|angular|svelte|jsx)-/.test(
        intent.components[indexIn(at, 'components')]?.id ?? '',
      ),
  },
  'framework-in-relationship': written(
    ['relationshipDescription'],
    [
      'A foreign key with ON DELETE CASCADE',
      'A Prisma relation',
      'Joined by Hibernate',
      'hasMany in Sequelize',
    ],
  ),
  'framework-in-state': replaced(
    ['state'],
    ['isLoading from useQuery', 'Redux pending', 'useState(false)', 'v-if hidden'],
  ),
  'framework-in-attribute-description': written(
    ['attributeDescription'],
    [
      'Passed as a prop to the React list',
      'Bound with v-model',
      'Mongoose ObjectId',
      'JPA @Id column',
    ],
  ),
  'technical-attribute-name': attributeCalled([
    'reactKey',
    'jsxTemplate',
    'vueComponent',
    'htmlClass',
    'mongoId',
    'onChangeHandler',
  ]),
  'framework-in-upper-case': written(
    ['description', 'goal'],
    ['It is built with REACT.', 'It is an ANGULAR page.', 'It is written in VUE.JS.'],
    sentence,
  ),
  'other-web-framework': written(
    ['description', 'response'],
    [
      'It is a SolidJS component.',
      'It is an Ember.js route.',
      'It is a Lit element.',
      'It is a Preact island in Astro.',
      'It uses jQuery.',
      'It is a Qwik component.',
      'It is an Alpine.js dropdown.',
      'It is swapped by htmx.',
    ],
    sentence,
  ),
  'other-server-framework': written(
    ['description', 'response', 'outcome'],
    [
      'It is answered by FastAPI.',
      'A NestJS module checks it.',
      'It is an ASP.NET page.',
      'A Symfony bundle sends it.',
      'It is a Phoenix LiveView.',
    ],
    sentence,
  ),
})
