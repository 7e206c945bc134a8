import type { BriefCase } from './openapi-briefs-case.ts'

// one line a resource: `name(fields) < parent: operations`; `a/b` either will do, `x?` may be demanded but need not be
export const seenBriefs: readonly BriefCase[] = [
  {
    prompt:
      'OpenAPI 3.1 spec for a bookshop: books with CRUD, authors (list and get), orders that customers can create, list and get',
    demands: ['books: crud', 'authors: list get', 'orders: create list get'],
    never: ['customers', 'bookshops'],
  },
  { prompt: 'books and orders with CRUD', demands: ['books: crud', 'orders: crud'] },
  {
    prompt:
      'Design a REST API for a hospital where doctors can view appointments and patients can book, reschedule or cancel appointments',
    demands: ['appointments: list get? create update/reschedule delete/cancel'],
    never: ['doctors', 'patients', 'hospitals'],
  },
  {
    prompt:
      'Task tracker API. Projects and tasks have full CRUD. There are comments on tasks; comments can only be listed and added.',
    demands: ['projects: crud', 'tasks: crud', 'comments < tasks: list create'],
  },
  {
    prompt:
      'Warehouse API: products with full CRUD, stock movements can be recorded and listed. Use kebab-case paths.',
    demands: ['products: crud', 'stock-movements: create list'],
    never: ['stocks', 'movements', 'paths', 'warehouses'],
  },
  {
    prompt: 'API spec for user accounts service. Users have name and email.',
    demands: ['users(name email): any', 'accounts/user-accounts?: any?'],
  },
  {
    prompt: 'Payment API: create a payment, refund a payment, list payments',
    demands: ['payments: create list refund'],
    never: ['refunds'],
  },
  {
    prompt:
      'We need an OpenAPI 3.1 document for our mobile team.\n\nResources:\n- Trips: full CRUD\n- Bookings: create, list, get and cancel\n- Reviews: read-only\n\nAll endpoints need bearer auth. Include JSON examples.',
    demands: ['trips: crud', 'bookings: create list get delete/cancel', 'reviews: list get'],
    never: ['teams', 'examples', 'endpoints', 'resources'],
  },
  {
    prompt:
      'Please write an openapi spec for a library: members can browse books, borrow a book and return a book. Librarians can add, edit and remove books.',
    demands: ['books: list get? borrow return create update delete'],
    never: ['members', 'librarians', 'libraries'],
  },
  {
    prompt:
      'Create an OpenAPI description of these endpoints:\n\nGET /products\nPOST /products\nGET /products/{productId}\nDELETE /products/{productId}',
    demands: [
      'GET /products',
      'POST /products',
      'GET /products/{productId}',
      'DELETE /products/{productId}',
      'products?: crud?',
    ],
  },
  {
    prompt:
      'Document the following API as OpenAPI 3.1.\n\n| Method | Path | Description |\n|---|---|---|\n| GET | /v1/invoices | list invoices |\n| POST | /v1/invoices | create an invoice |\n| POST | /v1/invoices/{id}/send | send it to the customer |\n',
    demands: [
      'GET /v1/invoices',
      'POST /v1/invoices',
      'POST /v1/invoices/{id}/send',
      'invoices?: list? create? send?',
    ],
    never: ['customers', 'methods', 'descriptions'],
  },
  {
    prompt:
      'Write the spec for this:\n```\nGET    /api/notes\nPOST   /api/notes\nPATCH  /api/notes/:id\n```\nThanks!',
    demands: ['GET /api/notes', 'POST /api/notes', 'PATCH /api/notes/{id}', 'notes?: crud?'],
  },
  {
    prompt:
      'A blog API with posts, comments on posts and tags. Posts can be published and archived. Full CRUD for posts; comments can be listed, created and deleted; tags are read-only.',
    demands: [
      'posts: crud publish archive',
      'comments < posts: list create delete',
      'tags: list get',
    ],
    never: ['blogs'],
  },
  {
    prompt:
      'Online course platform: courses and the lessons of a course with full CRUD, and enrollments (create, list, cancel).',
    demands: ['courses: crud', 'lessons < courses: crud', 'enrollments: create list delete/cancel'],
    never: ['platforms'],
  },
  {
    prompt:
      "Customer profile API. Manage customers and a customer's addresses. An address has a street, a city and a postal code.",
    demands: [
      'customers: crud',
      'addresses(street city postal_code) < customers: any? crud?',
      'profiles/customer-profiles?: any?',
    ],
  },
  {
    prompt: 'CRUD API for categories',
    demands: ['categories: crud'],
  },
  {
    prompt:
      'Generate an OpenAPI spec for managing people and their addresses. Only GET operations.',
    demands: ['people: list get', 'addresses: list/any get? crud?'],
    never: ['operations'],
  },
  {
    prompt:
      'API for purchase orders: list, fetch, create and approve purchase orders. Each purchase order has order items, which can be added and removed.',
    demands: [
      'purchase-orders: list get create approve',
      'order-items < purchase-orders: create delete',
    ],
  },
  {
    prompt:
      'I want an API to manage tasks (title, status, due_date) with pagination and filtering by status.',
    demands: ['tasks(title status due_date): crud'],
    never: ['statuses', 'paginations', 'titles'],
  },
  {
    prompt: 'Books have a title, an ISBN and a price. Support full CRUD except delete.',
    demands: ['books(title isbn price): list get create update'],
    never: ['prices'],
  },
  {
    prompt: 'Employees API: everything except deletion. Departments: read only. Use API keys.',
    demands: ['employees: list get create update', 'departments: list get'],
    never: ['keys'],
  },
  { prompt: 'Write an OpenAPI specification.', demands: [] },
  {
    prompt:
      'Give me a valid OpenAPI 3.1 document with JSON examples, error schemas and pagination, please. Follow best practices.',
    demands: [],
  },
  {
    prompt:
      'Currency conversion API. Given an amount, a source currency and a target currency, return the converted amount.',
    demands: ['conversions/currency-conversions?: any?', 'currencies?: any? convert?'],
    never: ['amounts', 'sources', 'targets'],
  },
  {
    prompt:
      'Design the REST API of a food delivery service. Customers can browse restaurants, view a restaurant, place orders and track an order. Couriers can see deliveries and mark a delivery as completed.',
    demands: [
      'restaurants: list get',
      'orders: create get?/track?',
      'deliveries: list get? complete?/update?',
    ],
    never: ['customers', 'couriers', 'services'],
  },
  {
    prompt:
      'Event ticketing: events (list, view), tickets (buy, view, transfer), venues (list). OAuth2.',
    demands: ['events: list get', 'tickets: create get/list transfer', 'venues: list'],
  },
  {
    prompt:
      'As an admin I want to create, edit and deactivate users; as a user I want to see my profile and change my profile.',
    demands: ['users: create update deactivate', 'profiles: get/list update'],
    never: ['admins'],
  },
  {
    prompt:
      'Provide endpoints to create, read, update and delete invoices and to mark an invoice as paid.',
    demands: ['invoices: crud pay?/mark?/update?'],
    never: ['endpoints'],
  },
  {
    prompt:
      'Simple notes API. Users can add notes, list their notes, edit a note, and delete a note.',
    demands: ['notes: create list update delete'],
    never: ['users'],
  },
  {
    prompt:
      'hotel api - rooms & reservations. guests make, change and cancel reservations; rooms are only listed',
    demands: ['reservations: create update delete/cancel', 'rooms: list'],
    never: ['guests', 'hotels'],
  },
  {
    prompt:
      'REST API for a fleet tracker:\n1. vehicles (CRUD)\n2. drivers (CRUD)\n3. trips (start, finish, list)\n4. locations of a vehicle (list, add)',
    demands: [
      'vehicles: crud',
      'drivers: crud',
      'trips: start/create finish list',
      'locations < vehicles: list create',
    ],
  },
  {
    prompt:
      'OpenAPI for an inventory system; items: id, name, quantity; operations: list, get, create, update, delete',
    demands: ['items(id name quantity): crud'],
    never: ['inventories', 'operations', 'names', 'quantities'],
  },
  {
    prompt:
      'Spec for a media library: users upload media, list media, get media by id and delete media.',
    demands: ['media: create list get delete'],
    never: ['users'],
  },
  {
    prompt:
      'Todo list API with DDD notes. Support creating, listing, completing and deleting todos.',
    demands: ['todos: create list complete delete'],
    never: ['notes', 'lists'],
  },
  {
    prompt:
      'HR API: employees, departments, leave requests. Employees and departments with CRUD, leave requests can be submitted, approved and rejected.',
    demands: ['employees: crud', 'departments: crud', 'leave-requests: create approve reject'],
    never: ['leaves', 'requests'],
  },
  {
    prompt:
      'The API must allow searching products by name, viewing product details, adding products to the cart and checking out the cart.',
    demands: [
      'products: list get',
      'carts: any? checkout? get? update? create?',
      'cart-items?: create? add?',
    ],
    never: ['names', 'details'],
  },
  {
    prompt:
      'An API where teachers can create courses, students can enroll in courses, and everyone can list courses. JSON only, must be valid OpenAPI 3.1.',
    demands: ['courses: create enroll list'],
    never: ['teachers', 'students', 'json'],
  },
  {
    prompt: 'Subscriptions API (create, get, pause, resume, cancel). Plans are read-only.',
    demands: ['subscriptions: create get pause resume delete/cancel', 'plans: list get'],
  },
  {
    prompt:
      'We run a small bike rental. The API should let us list bikes, get one bike, register a new bike and retire a bike. Rentals are started and ended by customers.',
    demands: ['bikes: list get create retire', 'rentals: start/create end'],
    never: ['customers'],
  },
  {
    prompt:
      'Messaging API: conversations (list, get, create), messages in a conversation (list, send). Cursor pagination.',
    demands: ['conversations: list get create', 'messages < conversations: list create/send'],
    never: ['cursors'],
  },
  {
    prompt:
      'openapi yaml for /users and /users/{id}, GET and POST on the first, GET, PUT and DELETE on the second',
    demands: [
      'users: list create get update delete',
      'GET /users?',
      'POST /users?',
      'GET /users/{id}?',
      'PUT /users/{id}?',
      'DELETE /users/{id}?',
    ],
  },
  {
    prompt:
      'Build an API specification for a recipe app: recipes, ingredients, and favorites. Recipes have a title, instructions and a cooking time.',
    demands: [
      'recipes(title instructions cooking_time): any',
      'ingredients: any',
      'favorites: any',
    ],
  },
  {
    prompt: 'Library management API with books, members and loans',
    demands: ['books: any', 'members: any', 'loans: any'],
    never: ['managements', 'libraries'],
  },
  { prompt: 'API for managing orders', demands: ['orders: crud'] },
  { prompt: 'User management API', demands: ['users: any/crud'] },
  {
    prompt:
      'Generate the OpenAPI document for an order status service. Clients poll the status of an order: GET /orders/{orderId}/status. Respond in JSON.',
    demands: ['GET /orders/{orderId}/status', 'orders?: any? get?', 'statuses?: any? get? list?'],
    never: ['clients'],
  },
  {
    prompt:
      'Support ticket system. Agents can assign, resolve and reopen tickets. Customers can open tickets and reply to tickets. Admins can delete tickets.',
    demands: ['tickets: assign resolve reopen create/open reply delete'],
    never: ['agents', 'customers', 'admins'],
  },
  {
    prompt:
      'API for a gym: members, classes, and bookings. Members with full CRUD. Classes can be listed and viewed. Bookings: create and cancel only.',
    demands: ['members: crud', 'classes: list get', 'bookings: create delete/cancel'],
    never: ['gyms'],
  },
  {
    prompt: 'I need CRUD for suppliers, warehouses and shipments. No delete for shipments.',
    demands: ['suppliers: crud', 'warehouses: crud', 'shipments: list get create update'],
  },
  {
    prompt:
      'Provide CRUD operations on playlists and read access to songs; adding songs to a playlist is also possible.',
    demands: ['playlists: crud', 'songs: list get create?'],
  },
  {
    prompt:
      'Expense reports API:\n\n* Employees submit expense reports\n* Managers approve or reject expense reports\n* Finance lists all expense reports',
    demands: ['expense-reports: create approve reject list'],
    never: ['employees', 'managers', 'finances', 'reports', 'expenses'],
  },
  {
    prompt:
      'Real estate listings API with properties (address, price, bedrooms) and agents. Visitors search properties and view property details. Agents create, update and remove properties.',
    demands: [
      'properties(address price bedrooms): list get create update delete',
      'agents?: any?',
      'listings?: any?',
    ],
    never: ['visitors', 'estates', 'details'],
  },
  {
    prompt:
      'Webhooks service - register a webhook, list webhooks, delete a webhook, send a test event',
    demands: ['webhooks: create list delete', 'test-events/events?: create? send? any?'],
  },
  {
    prompt:
      'Need a small spec: `GET /health`, `GET /jobs`, `POST /jobs`, `GET /jobs/{id}`. Jobs have a name, a state and a created_at timestamp.',
    demands: [
      'GET /health',
      'GET /jobs',
      'POST /jobs',
      'GET /jobs/{id}',
      'jobs(name state created_at): any? list? create? get?',
    ],
    never: ['states', 'timestamps', 'specs'],
  },
  {
    prompt:
      'University API: students, courses, and grades of a student. All resources support list and get; only grades can be created and updated.',
    demands: [
      'students: list get',
      'courses: list get',
      'grades < students: list get create update',
    ],
  },
  {
    prompt:
      'Feature flag service API. Flags can be created, toggled, listed and deleted. Environments are managed too (full CRUD).',
    demands: ['flags/feature-flags: create toggle list delete', 'environments: crud'],
  },
]
