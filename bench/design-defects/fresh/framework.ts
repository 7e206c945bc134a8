// For measuring first: the first figures of this set were taken before any rule knew of it.
import { defectsOf } from '../plant.ts'
import { attributeCalled } from '../seen/framework.ts'
import type { TextKind } from '../texts.ts'
import { replaced, sentence, written } from '../texts.ts'

const prose: readonly TextKind[] = ['description', 'response', 'outcome']
const said = (wordings: readonly string[]) => written(prose, wordings, sentence)

export const frameworkAgnosticism = defectsOf('frameworkAgnosticism', {
  'jargon-of-rendering': said([
    'It is ready after hydration.',
    'The page is delivered by SSR.',
    'It is rendered on the client side.',
    'The page is built by static site generation.',
    'It is lazy-loaded with code splitting.',
    'It re-renders on each change.',
  ]),
  'jargon-of-data-passing': said([
    'This avoids props drilling.',
    'The field uses v-model.',
    'It keeps the value by two-way data binding.',
    'The value comes from a context provider.',
    'It dispatches an action to the global store.',
    'It emits an event to the parent component.',
  ]),
  'layout-technique': said([
    'The cards stand in a CSS grid.',
    'It is laid out with flexbox.',
    'A media query hides it on phones.',
    'Its z-index is higher than the rest.',
    'It has a margin of 16px.',
    'Its width is 2rem.',
  ]),
  'jargon-of-services': said([
    'It calls the endpoint for entries.',
    'A microservice works out the price.',
    'The backend validates the entry.',
    'It goes through the API gateway.',
    'The REST interface answers.',
    'A middleware checks the session.',
  ]),
  'jargon-of-background-work': said([
    'A cron job cleans it at night.',
    'A webhook informs the office.',
    'It is put on the message queue.',
    'A background worker sends the letters.',
    'It subscribes to a WebSocket channel.',
    'It polls the server every five seconds.',
  ]),
  'jargon-of-databases': said([
    'It is joined by the foreign key.',
    'The column is indexed.',
    'The primary key is shown first.',
    'A stored procedure adds the sums.',
    'The ORM loads the rest.',
    'It commits the transaction to the database.',
  ]),
  'service-in-the-cloud': said([
    'The photo is put into an S3 bucket.',
    'An AWS Lambda function answers.',
    'It is kept in Firebase.',
    'The file goes to Azure Blob Storage.',
    'It is cached by CloudFront.',
    'A Google Cloud function sends it.',
  ]),
  'type-of-a-program-in-prose': said([
    'It returns an array of strings.',
    'It takes a nullable integer.',
    'The value is a boolean.',
    'It resolves a Promise.',
    'It throws an exception when empty.',
    'It accepts a callback function.',
  ]),
  'jargon-of-protocols': said([
    'It answers with HTTP 404.',
    'The JSON payload holds the rest.',
    'The JWT is checked first.',
    'It needs an OAuth token.',
    'The query parameter holds the day.',
    'CORS must be allowed.',
  ]),
  'storage-of-the-browser': said([
    'The draft is kept in localStorage.',
    'It is written to IndexedDB.',
    'A session cookie keeps the choice.',
    'The service worker caches the page.',
    'It reads sessionStorage at the start.',
  ]),
  'interface-of-the-browser': said([
    'It uses addEventListener.',
    'It calls window.alert.',
    'It changes the DOM.',
    'It finds the row by querySelector.',
    'An iframe shows the map.',
    'It calls preventDefault on submit.',
  ]),
  'tool-of-design': said([
    'It looks as in the Figma file.',
    'There is a Storybook story for it.',
    'See the Sketch artboard 4.',
    'It follows the Zeplin export.',
    'It is drawn in Adobe XD.',
  ]),
  'tool-of-testing': said([
    'It is covered by a Cypress test.',
    'A Jest snapshot guards it.',
    'It has a data-testid.',
    'Playwright clicks it.',
    'Selenium fills it in.',
  ]),
  'tool-of-packages': said([
    'It comes from an npm package.',
    'It is added with yarn add.',
    'It is bundled with pnpm.',
    'It is imported from lodash.',
    'It is a Composer dependency.',
  ]),
  'goal-that-is-technology': replaced(
    ['goal'],
    [
      'Store all entries in a relational database',
      'Expose a REST API for the mobile app',
      'Run everything in Docker containers',
      'Use a microservice per kind of entry',
      'Move the server to the cloud',
      'Write the client in TypeScript',
    ],
  ),
  'attribute-named-after-storage': attributeCalled([
    'fkKeeper',
    'jsonPayload',
    's3Key',
    'sqlRow',
    'blobUrl',
    'mongoId',
  ]),
})
