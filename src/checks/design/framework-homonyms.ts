import { oneOf } from './design-model.ts'

/**
 * A product that shares its name with an ordinary word. `before` and `after` are neighbours that
 * betray the product; `alone` says that a capital letter inside a sentence is enough, unless one of
 * `instead` follows.
 */
export type Homonym = {
  readonly after: ReadonlySet<string>
  readonly alone: boolean
  readonly instead: ReadonlySet<string>
  /** Whether the neighbours betray it in small letters too. */
  readonly small: boolean
}

const general =
  'framework library app apps application component components js template templates plugin plugins backend frontend front-end back-end codebase sdk runtime'
const none: ReadonlySet<string> = new Set()

const homonym = (after: string, more: Partial<Homonym> = {}): Homonym => ({
  after: oneOf(`${general} ${after}`.trim()),
  alone: false,
  instead: none,
  small: false,
  ...more,
})

/** Product names that are ordinary words as well, in lower case. */
export const homonyms: ReadonlyMap<string, Homonym> = new Map([
  [
    'react',
    homonym(
      'component components hook hooks state props context router portal fragment suspense query table element elements wrapper provider ref refs memo bindings native developer developers code tree',
      {
        alone: true,
        instead: oneOf('to with within when if by quickly instantly together now back at'),
        small: true,
      },
    ),
  ],
  [
    'vue',
    homonym(
      'component components router directive directives store composable composables watcher slot slots instance',
      {
        alone: true,
        instead: oneOf('cinema cinemas'),
        small: true,
      },
    ),
  ],
  [
    'angular',
    homonym(
      'component components directive directives module modules service services router pipe pipes cli material forms form injector',
      {
        alone: true,
        instead: oneOf(
          'momentum velocity frequency distance diameter resolution measure acceleration displacement position shape speed',
        ),
        small: true,
      },
    ),
  ],
  ['svelte', homonym('component components store stores kit action', { alone: true, small: true })],
  [
    'redux',
    homonym('store state action actions reducer reducers toolkit middleware thunk saga slice', {
      alone: true,
      small: true,
    }),
  ],
  ['solid', homonym('signal signals', { instead: none })],
  ['next', homonym('image link', { after: oneOf('app-router router.push') })],
  ['remix', homonym('loader loaders route routes action actions')],
  ['astro', homonym('component components island islands site')],
  ['ember', homonym('component components data route controller cli')],
  [
    'backbone',
    homonym('model models collection collections view views router', {
      after: oneOf('js framework library view.js'),
    }),
  ],
  ['lit', homonym('element elements component components html directive')],
  [
    'alpine',
    homonym('directive directives x-data', {
      after: oneOf('js framework directive directives component components'),
    }),
  ],
  [
    'bootstrap',
    homonym(
      'grid modal class classes theme css button buttons card cards row rows column columns container layout styles icons navbar breakpoint breakpoints carousel table form',
      {
        alone: true,
      },
    ),
  ],
  [
    'tailwind',
    homonym('class classes css utility utilities config styles styling preset theme', {
      alone: true,
      instead: oneOf('component of'),
    }),
  ],
  ['material', homonym('', { after: oneOf('ui design-system icons.js') })],
  ['chakra', homonym('ui', { after: oneOf('ui') })],
  ['flutter', homonym('widget widgets engine screen module navigator state', { alone: true })],
  [
    'electron',
    homonym('window process shell builder', {
      after: oneOf('app apps application framework shell builder desktop js'),
    }),
  ],
  [
    'ionic',
    homonym('capacitor page', {
      after: oneOf('app framework capacitor component components page js'),
    }),
  ],
  [
    'express',
    homonym('server middleware router handler endpoint endpoints api', {
      after: oneOf(
        'server middleware router app handler endpoint endpoints api framework backend js',
      ),
    }),
  ],
  [
    'rails',
    homonym(
      'controller controllers model models migration migrations console engine server helper activerecord',
    ),
  ],
  ['spring', homonym('bean beans controller mvc security cloud data boot service annotation')],
  [
    'flask',
    homonym('blueprint blueprints route routes server endpoint endpoints api view views', {
      small: true,
    }),
  ],
  ['gatsby', homonym('site plugin page')],
  [
    'meteor',
    homonym('method methods publication collection', { after: oneOf('js framework app') }),
  ],
  ['phoenix', homonym('liveview channel controller')],
  ['polymer', homonym('element elements', { after: oneOf('js library element elements') })],
  ['unity', homonym('engine scene prefab script', { after: oneOf('engine prefab script') })],
  [
    'docker',
    homonym('container containers image images compose swarm registry volume host', {
      alone: true,
    }),
  ],
  [
    'kafka',
    homonym(
      'topic topics queue stream streams consumer producer broker cluster events event messages',
    ),
  ],
  ['cassandra', homonym('cluster keyspace table database')],
  ['mongoose', homonym('schema model models ref refs populate')],
  ['mongo', homonym('database collection document query', { alone: true })],
  ['celery', homonym('task tasks worker workers queue beat')],
  ['oracle', homonym('database db sql')],
  ['azure', homonym('functions blob storage cloud ad devops sql function')],
  ['lambda', homonym('function functions handler', { after: oneOf('function functions handler') })],
  [
    'hibernate',
    homonym('entity entities mapping session.factory', { after: oneOf('entity mapping orm') }),
  ],
  [
    'java',
    homonym('class classes code service server servlet bean', {
      after: oneOf('class classes code servlet bean backend application service'),
    }),
  ],
  [
    'python',
    homonym('script scripts code service function module backend', {
      after: oneOf('script scripts code backend function service'),
    }),
  ],
  ['ruby', homonym('gem script code', { after: oneOf('script code backend class') })],
  [
    'php',
    homonym('script scripts page code session backend', {
      after: oneOf('script scripts page code session backend'),
    }),
  ],
  ['swift', homonym('code class struct package', { after: oneOf('code class struct package') })],
  ['rust', homonym('crate code backend', { after: oneOf('crate code backend') })],
  [
    'yarn',
    homonym('workspace workspaces install package', {
      after: oneOf('workspace workspaces install add'),
    }),
  ],
  ['gulp', homonym('', { after: oneOf('task tasks build config pipeline') })],
  ['grunt', homonym('', { after: oneOf('task tasks build config') })],
  ['babel', homonym('', { after: oneOf('plugin plugins config transform preset loader') })],
  ['rollup', homonym('', { after: oneOf('bundle bundler config plugin build') })],
  ['parcel', homonym('', { after: oneOf('bundler config build.js') })],
  ['vite', homonym('config build dev server', { alone: true })],
  ['uuid', homonym('column primary type', { after: oneOf('column primary field.type') })],
  ['radix', homonym('primitive primitives ui', { after: oneOf('ui primitive primitives') })],
  ['apollo', homonym('client server cache', { after: oneOf('client server cache') })],
  ['storybook', homonym('story stories addon', { after: oneOf('addon stories') })],
  ['compose', homonym('', { after: oneOf('multiplatform') })],
  ['int', homonym('', { after: oneOf('column') })],
])

/** Words that lead to the name of a product: "built with X", "written in X". */
export const making: ReadonlySet<string> = oneOf(
  'built build builds written implemented implement coded developed programmed rendered render renders styled powered based deployed ported migrated',
)
/** These lead to a product only where its name is no common word: "uses Next to go on" is a button. */
export const using: ReadonlySet<string> = oneOf(
  'using use uses via made created hosted running runs run stored saved kept held managed cached queued',
)
export const commonWords: ReadonlySet<string> = oneOf(
  'next express spring solid material compose remix lit alpine meteor phoenix unity swift rust ruby oracle polymer int uuid storybook celery yarn backbone',
)
export const leading: ReadonlySet<string> = oneOf('in with on by using via as through to a an the')

/** After the name of a product used on its own, a sentence goes on with one of these, or ends. */
export const goingOn: ReadonlySet<string> = oneOf(
  'and or for to so as which that because instead under with on in',
)

/** A capital after these is the label of a button. */
export const pressing: ReadonlySet<string> = oneOf(
  'tap taps press presses click clicks select selects choose chooses labelled labeled called named says reads hit hits titled pick picks button action tab',
)

/** What a product does when it stands at the head of a sentence; a person is told to, in another form. */
export const doing: ReadonlySet<string> = oneOf(
  'renders re-renders rerenders updates draws redraws shows displays keeps holds manages handles stores calls uses mounts loads provides lets makes controls passes runs builds',
)

/** Products that betray themselves in a name, and the words beside which they mean something else. */
export const inNames: ReadonlyMap<string, RegExp> = new Map([
  ['react', /\breact(?:s|ed|ing|ion|ions)?\b(?! component| app)|\bemoji/],
  ['vue', /\bcinema/],
  ['angular', /\bangles?\b|\bshapes?\b|\bcorners?\b|\bdegrees?\b|\bangular\b/],
  ['svelte', /\bslim|\bfigure\b|\bsvelte\b/],
  ['redux', /\bfilm|\bmovie/],
])
