import type { BriefCase } from './openapi-briefs-case.ts'

// written before the reader was redesigned and not looked at until its first run
export const heldOutBriefs: readonly BriefCase[] = [
  {
    prompt:
      'Write an OpenAPI 3.1 spec for a pet clinic. Vets can see visits, owners can schedule and cancel visits. Pets with full CRUD.',
    demands: ['visits: list get? create delete/cancel', 'pets: crud'],
    never: ['vets', 'owners', 'clinics'],
  },
  {
    prompt: 'cars, garages and mechanics with full CRUD',
    demands: ['cars: crud', 'garages: crud', 'mechanics: crud'],
  },
  {
    prompt:
      'Movie API: movies (list, get, search), reviews of a movie (list, create), actors are read-only.',
    demands: ['movies: list get', 'reviews < movies: list create', 'actors: list get'],
  },
  {
    prompt:
      'Banking API: open an account, close an account, list accounts, transfer money between accounts. Use OAuth2.',
    demands: [
      'accounts: create/open close/delete list',
      'transfers?: create?',
      'money?: transfer?',
    ],
    never: ['banks', 'bankings'],
  },
  {
    prompt:
      'We need a REST API for our newsletter tool.\n\n- subscribers: add, list, remove\n- campaigns: full CRUD plus send\n- templates: CRUD except delete',
    demands: [
      'subscribers: create list delete',
      'campaigns: crud send',
      'templates: list get create update',
    ],
    never: ['tools', 'newsletters'],
  },
  {
    prompt:
      'Design an API so that hosts can list and edit apartments and travellers can search apartments and book an apartment.',
    demands: ['apartments: list update book/create'],
    never: ['hosts', 'travellers'],
  },
  {
    prompt:
      'Create openapi.yaml for: GET /teams, GET /teams/{teamId}, POST /teams/{teamId}/members and DELETE /teams/{teamId}/members/{memberId}.',
    demands: [
      'GET /teams',
      'GET /teams/{teamId}',
      'POST /teams/{teamId}/members',
      'DELETE /teams/{teamId}/members/{memberId}',
      'teams?: list? get? any?',
      'members?: create? delete? any?',
    ],
  },
  {
    prompt:
      'Parking API. Parking spots have a number, a level and a type. Drivers reserve a parking spot. Reservations can be listed and cancelled.',
    demands: [
      'parking-spots(number level type): reserve/any create?',
      'reservations: list delete/cancel',
    ],
    never: ['drivers', 'levels', 'types', 'spots'],
  },
  {
    prompt:
      'Documents service: upload, download, list, and delete documents; share a document with other users.',
    demands: ['documents: create/upload get/download list delete share'],
    never: ['users', 'services'],
  },
  {
    prompt:
      'API for an online store. Products and categories are public and read-only. Orders can be placed, listed and cancelled by customers.',
    demands: ['products: list get', 'categories: list get', 'orders: create list delete/cancel'],
    never: ['customers', 'stores'],
  },
  { prompt: 'Make me an API.', demands: [] },
  {
    prompt:
      'Sentiment analysis API: send text, receive a score and a label. Must be valid OpenAPI 3.1 and use snake_case.',
    demands: [
      'analyses/sentiment-analyses/sentiments?: any? create?',
      'texts?: any? create? send?',
    ],
    never: ['scores', 'labels'],
  },
  {
    prompt:
      'Job board. Companies post jobs, candidates apply to jobs, recruiters review applications and accept or reject applications.',
    demands: ['jobs: create apply', 'applications: list?/get?/review? accept reject'],
    never: ['companies', 'candidates', 'recruiters', 'boards'],
  },
  {
    prompt:
      'Insurance: policies (CRUD, renew), claims (file, list, view, approve, deny), customers (list, get)',
    demands: [
      'policies: crud renew',
      'claims: create/file list get approve deny',
      'customers: list get',
    ],
  },
  {
    prompt:
      "Social network API with users, posts, and a user's followers. Full CRUD for posts, users are read-only, followers can be listed.",
    demands: ['users: list get', 'posts: crud', 'followers < users: list'],
  },
  {
    prompt:
      'Sensors send measurements. The API should accept measurements, list measurements with cursor pagination and return a single measurement. Sensors can be registered and removed.',
    demands: ['measurements: create/accept list get', 'sensors: create delete send?'],
  },
  {
    prompt:
      'Manage vendors, contracts and payment terms. A contract has a start date, an end date and a value.',
    demands: ['vendors: crud', 'contracts(start_date end_date value): crud', 'payment-terms: crud'],
    never: ['dates', 'values'],
  },
  {
    prompt:
      'CRUD endpoints for a simple contact book; contacts (first_name, last_name, phone); also groups (list only)',
    demands: ['contacts(first_name last_name phone): crud', 'groups: list'],
    never: ['books', 'contact-books'],
  },
  {
    prompt:
      'Survey service. Admins create and publish surveys, respondents submit answers to a survey, and analysts view the results of a survey.',
    demands: [
      'surveys: create publish',
      'answers < surveys: create',
      'results < surveys: list/get',
    ],
    never: ['admins', 'respondents', 'analysts'],
  },
  {
    prompt:
      'API for city bike stations: fetch all stations, fetch one station by id. No write operations.',
    demands: ['stations/bike-stations/city-bike-stations: list get'],
    never: ['cities', 'ids'],
  },
  {
    prompt:
      'An auction API:\n\n- List auctions\n- Get an auction\n- Create an auction\n- Place a bid on an auction\n- List bids of an auction',
    demands: ['auctions: list get create', 'bids < auctions: create list'],
  },
  {
    prompt: 'Gift cards: issue, redeem, check balance, void. Also transactions (read-only).',
    demands: [
      'gift-cards: issue/create redeem void check?/balance?/get?',
      'transactions: list get',
    ],
    never: ['gifts', 'cards', 'balances'],
  },
  {
    prompt:
      'Please produce an API contract for appointments. Clients should be able to create an appointment, change it, and cancel it, and staff should be able to list all appointments.',
    demands: ['appointments: create update/change delete/cancel list'],
    never: ['clients', 'staff', 'contracts'],
  },
  {
    prompt: 'School admin API; full CRUD: students, teachers, classrooms; read-only: subjects',
    demands: ['students: crud', 'teachers: crud', 'classrooms: crud', 'subjects: list get'],
    never: ['schools', 'admins'],
  },
  {
    prompt:
      'Product catalog microservice: products, product variants and product images. Everything can be listed and fetched by id; only products can be created, updated or deleted.',
    demands: [
      'products: crud',
      'product-variants/variants: list get',
      'product-images/images: list get',
    ],
    never: ['catalogs', 'microservices'],
  },
  {
    prompt:
      'Podcast API - podcasts: browse, subscribe, unsubscribe; episodes of a podcast: list, play. Target: web and mobile clients.',
    demands: ['podcasts: list subscribe unsubscribe', 'episodes < podcasts: list play'],
    never: ['clients', 'targets'],
  },
  {
    prompt:
      'Design the API for a voting app, where polls can be created and closed, and people can vote on a poll.',
    demands: ['polls: create close vote?', 'votes?: create?'],
    never: ['people', 'apps'],
  },
  {
    prompt:
      'Laundry pickup API with JWT bearer auth: users register pickups, reschedule a pickup, cancel a pickup and rate a pickup.',
    demands: ['pickups: create/register update/reschedule delete/cancel rate'],
    never: ['users', 'laundries'],
  },
  {
    prompt:
      'Asset tracking. Assets have a serial number, a location and a status. Assets can be checked out and checked in. Maintenance records for an asset: list, add.',
    demands: [
      'assets(serial_number location status): check-out/checkout check-in/checkin',
      'maintenance-records < assets: list create',
    ],
    never: ['locations', 'statuses', 'records'],
  },
  {
    prompt:
      'Create a spec with two resources, farms and fields. Farms support GET, POST and DELETE. Fields belong to a farm and support GET and PUT.',
    demands: ['farms: list get? create delete', 'fields < farms: list/get get?/list? update'],
    never: ['specs', 'resources'],
  },
  {
    prompt: 'Wallet API: get balance, top up, withdraw, list transactions',
    demands: ['transactions: list', 'wallets: any? get? top-up? withdraw?', 'balances?: get? any?'],
  },
  {
    prompt:
      'The service stores photos and albums. Users can upload photos, delete photos and add photos to albums. Albums: create, rename, delete, list.',
    demands: ['photos: create/upload delete', 'albums: create update/rename delete list'],
    never: ['users', 'services'],
  },
]
