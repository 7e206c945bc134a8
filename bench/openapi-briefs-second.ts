import type { BriefCase } from './openapi-briefs-case.ts'

// written after the reader was finished and the first two sets were known to it
export const secondHeldOutBriefs: readonly BriefCase[] = [
  {
    prompt:
      'Design an API for a dentist practice. Receptionists schedule appointments and move appointments; dentists write treatment notes for a patient. Patients: full CRUD.',
    demands: [
      'appointments: create move/update',
      'treatment-notes < patients: create',
      'patients: crud',
    ],
    never: ['receptionists', 'dentists', 'practices'],
  },
  {
    prompt:
      'Spec for a car dealership with vehicles, test drives and leads. Vehicles can be listed, filtered and viewed. Test drives can be booked and cancelled. Leads are write-only (create).',
    demands: ['vehicles: list get', 'test-drives: create/book delete/cancel', 'leads: create'],
    never: ['drives', 'dealerships'],
  },
  {
    prompt:
      'REST API, 3 resources: authors, books, publishers. Authors and publishers: GET only. Books: all CRUD operations.',
    demands: ['authors: list get', 'publishers: list get', 'books: crud'],
  },
  {
    prompt:
      'Please provide an OpenAPI file which describes how our app can fetch weather stations, fetch the observations of a station, and create alerts.',
    demands: [
      'weather-stations/stations: list',
      'observations < weather-stations: list',
      'alerts: create',
    ],
    never: ['apps', 'files'],
  },
  {
    prompt:
      'Clinic API:\n- Patients (CRUD)\n- Visits of a patient (list, create)\n- Prescriptions: issue, renew, revoke\n- Drugs: read-only\n\nAuth: OAuth2. Pagination: cursor.',
    demands: [
      'patients: crud',
      'visits < patients: list create',
      'prescriptions: create/issue renew revoke',
      'drugs: list get',
    ],
  },
  {
    prompt:
      'Users must be able to sign up, log in, create boards, invite members to a board and archive boards.',
    demands: ['boards: create archive', 'members: invite'],
    never: ['users'],
  },
  {
    prompt: 'Game leaderboard: submit a score, get the top scores, get the rank of a player.',
    demands: ['scores: create list', 'ranks?: get?', 'top-scores?: list? any?', 'players?: any?'],
  },
  {
    prompt:
      'I need endpoints for managing shipments and tracking parcels. A parcel has a weight, a height and a tracking number.',
    demands: ['shipments: crud', 'parcels(weight height tracking_number): any get? list? track?'],
    never: ['weights'],
  },
  {
    prompt:
      'Inventory API. Stock items: list, get, adjust. Suppliers: CRUD without delete. Goods receipts: create and list.',
    demands: [
      'stock-items: list get update/adjust',
      'suppliers: list get create update',
      'goods-receipts: create list',
    ],
    never: ['stocks', 'receipts', 'goods'],
  },
  {
    prompt:
      'An HTTP API for a translation agency where clients upload documents, request quotes and accept quotes, and translators submit translations.',
    demands: ['documents: create/upload', 'quotes: create/request accept', 'translations: create'],
    never: ['clients', 'translators', 'agencies'],
  },
  {
    prompt:
      'Our museum wants to publish its collection: artworks, artists and exhibitions, all read-only.',
    demands: ['artworks: list get', 'artists: list get', 'exhibitions: list get'],
    never: ['museums'],
  },
  {
    prompt:
      'Generate OpenAPI 3.1 for a chat backend. Rooms can be created, joined and left. Messages in a room can be sent, edited, deleted and listed.',
    demands: ['rooms: create join leave', 'messages < rooms: create/send update delete list'],
    never: ['chats', 'backends'],
  },
  {
    prompt:
      'Build me a movie watchlist API: add movie to watchlist, remove movie from watchlist, list watchlist. Keep it simple.',
    demands: [
      'movies?: create? delete? any?',
      'watchlists?: list? get? any? create? delete?',
      'movie-watchlists?: any?',
    ],
  },
  {
    prompt:
      'Farm API (OpenAPI 3.1, YAML). Resources: fields, crops, harvests. Full CRUD on fields and crops. Harvests may only be recorded and listed.',
    demands: ['fields: crud', 'crops: crud', 'harvests: create list'],
    never: ['farms'],
  },
  {
    prompt:
      'Devices register themselves, send telemetry and receive commands. Operators list devices, reboot a device and delete a device.',
    demands: [
      'devices: list reboot delete create?',
      'telemetry?: create? send? any?',
      'commands?: list? get? any?',
    ],
    never: ['operators'],
  },
]
