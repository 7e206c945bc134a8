import type { DesignIntent } from '../../src/checks/design/intent.ts'

type Flow = readonly [name: string, actor: string, ...steps: readonly string[]]
type Sketch = {
  readonly title: string
  readonly goals: readonly string[]
  readonly flows: readonly Flow[]
  /** Entity to its attributes: `name type`, with `!` where it is required and `?` where it is not. */
  readonly data: Readonly<Record<string, readonly string[]>>
  readonly relations?: readonly (readonly [
    string,
    string,
    DesignIntent['dataModel']['relationships'][number]['cardinality'],
  ])[]
  /** What happens, and what the design does about it. */
  readonly reactions?: readonly (readonly [string, string])[]
  /** What the first view of each flow shows. */
  readonly views?: readonly (readonly [string, string])[]
}

const kebab = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** A whole intent from its few words: a view for each flow, a step's outcome after an arrow. */
export function sketched({
  title,
  goals,
  flows,
  data,
  relations = [],
  reactions = [],
  views,
}: Sketch): DesignIntent {
  const entities = Object.entries(data).map(([name, attributes]) => ({
    id: kebab(name),
    name,
    attributes: attributes.map((each) => {
      const [, attribute = '', type = 'string', mark, note] =
        /^(\S+) (\w+)([!?])?(?: (.+))?$/.exec(each) ?? []
      return {
        name: attribute,
        type: type as 'string',
        ...(mark === undefined ? {} : { required: mark === '!' }),
        ...(note === undefined ? {} : { description: note }),
      }
    }),
  }))
  const screens = flows.map(
    ([name], at) =>
      views?.[at] ?? ([`${name} page`, `Holds what is needed to ${name.toLowerCase()}`] as const),
  )
  return {
    schemaVersion: '1.0.0',
    featureId: kebab(title),
    version: '1.0.0',
    title,
    goals: [...goals],
    userFlows: flows.map(([name, actor, ...steps], at) => ({
      id: kebab(name),
      name,
      actor,
      steps: steps.map((step, place) => {
        const [action = '', outcome] = step.split(' -> ')
        const used = entities.filter(({ name: entity }) =>
          step.toLowerCase().includes(entity.toLowerCase()),
        )
        return {
          id: `${kebab(name)}-${place + 1}`,
          action,
          componentIds: [kebab(screens[at]?.[0] ?? name)],
          ...(used.length === 0 ? {} : { entityIds: used.map(({ id }) => id) }),
          ...(outcome === undefined ? {} : { outcome }),
        }
      }),
    })),
    components: screens.map(([name, description]) => ({
      id: kebab(name),
      name,
      type: 'view',
      description,
    })),
    dataModel: {
      entities,
      relationships: relations.map(([from, to, cardinality]) => ({
        from: kebab(from),
        to: kebab(to),
        cardinality,
      })),
    },
    interactions: reactions.map(([trigger, response], at) => ({
      id: `reaction-${at + 1}`,
      trigger,
      response,
      componentIds: [kebab(screens[0]?.[0] ?? '')],
    })),
  }
}

export type Pair = {
  readonly name: string
  readonly requirements: string
  readonly right: Sketch
  /** Where a person would have to read the right one, too. */
  readonly rightIs?: 'undecided'
  /** What is wrong with each, and the design. */
  readonly wrong: Readonly<Record<string, Sketch>>
}

const rooms: Sketch = {
  title: 'Room booking',
  goals: ['Staff find a free room for a meeting', 'A room is never booked twice for one day'],
  flows: [
    [
      'Book a room',
      'Employee',
      'The employee picks a day on the page -> The free rooms of the day are listed',
      'The employee books a room -> The booking is stored',
    ],
    [
      'Cancel a booking',
      'Employee',
      'The employee opens a booking of their own',
      'The employee cancels the booking -> The room is free again',
    ],
    [
      'Delete a room',
      'Admin',
      'The admin looks a room up by its name',
      'The admin deletes the room -> The room is gone from all lists',
    ],
  ],
  data: {
    Room: ['name string!', 'seats number!'],
    Booking: ['day date!', 'room reference!', 'note string?'],
  },
  relations: [['Room', 'Booking', 'one-to-many']],
  reactions: [
    ['A room is taken on the chosen day', 'The page leaves the room out of the list'],
    ['A booking is cancelled', 'The employee is told by email'],
  ],
}
const roomsText = `# Room booking

- An employee can book a room.
- An employee can cancel a booking.
- Only admins can delete rooms.
- Employees cannot delete rooms.
- A room has a name (text, required) and seats (number, required).
- A booking has a day (date, required) and a note (optional).
- A room has many bookings.
- Each booking belongs to one room.
- When a booking is cancelled, the employee is told by email.
`
const with1 = (sketch: Sketch, changes: Partial<Sketch>): Sketch => ({ ...sketch, ...changes })

const albums: Sketch = {
  title: 'Photo albums',
  goals: ['Families share the photos of a trip', 'Albums stay small enough to look through'],
  flows: [
    [
      'Upload photos',
      'Member',
      'The member opens an album',
      'The member uploads up to 5 photos to the album -> The photos appear in the album',
    ],
    [
      'Comment on a photo',
      'Member',
      'The member opens a photo',
      'The member comments on the photo -> The comment stands under the photo',
    ],
    [
      'Remove a comment',
      'Moderator',
      'The moderator reads the comments of a photo',
      'The moderator removes a comment -> The comment is gone',
    ],
  ],
  data: {
    Album: ['title string!', 'visibility enum! one of private, shared, public'],
    Photo: ['caption string?', 'taken_on date?'],
    Comment: ['text string!'],
  },
  relations: [
    ['Album', 'Photo', 'one-to-many'],
    ['Photo', 'Comment', 'one-to-many'],
  ],
  reactions: [['A member adds more than 5 photos', 'The album refuses the photos and says why']],
}
const albumsText = `# Photo albums

1. A member can upload at most 5 photos to an album.
2. A member can comment on a photo.
3. Only moderators can remove comments.
4. The visibility of an album is private, shared or public.
5. Each photo has an optional caption (text) and taken on (date).
6. An album has many photos.
`

const loans: Sketch = {
  title: 'Tool library',
  goals: ['Members borrow tools without a phone call', 'Tools come back on time'],
  flows: [
    [
      'Reserve a tool',
      'Member',
      'The member searches the catalogue for a tool',
      'The member reserves the tool for a day -> The reservation is listed',
    ],
    [
      'Hand out a tool',
      'Volunteer',
      'The volunteer scans the tag of the tool',
      'The volunteer hands out the tool -> A loan begins',
    ],
  ],
  data: {
    Tool: ['name string!', 'condition enum! good, worn or broken'],
    Reservation: ['day date!', 'tool reference!'],
    Loan: ['due_date date!', 'returned boolean!'],
  },
  relations: [
    ['Tool', 'Reservation', 'one-to-many'],
    ['Tool', 'Loan', 'one-to-many'],
  ],
  reactions: [
    ['A loan is 3 days late', 'The member gets a reminder by email'],
    ['A tool is broken', 'The catalogue does not offer the tool'],
  ],
}
const loansText = `## Requirements

REQ-1 A member can reserve a tool.

REQ-2 A volunteer can hand out a tool.

REQ-3 When a loan is 3 days late, the member gets a reminder by email.

REQ-4 If a tool is broken, then the system shall not offer it in the catalogue.

| Entity | Attribute | Type | Required |
|---|---|---|---|
| Tool | name | string | yes |
| Tool | condition | enum: good, worn, broken | yes |
| Loan | due date | date | yes |
| Loan | returned | boolean | yes |
`

const clinic: Sketch = {
  title: 'Clinic appointments',
  goals: ['Patients book an appointment at any hour', 'The front desk answers fewer calls'],
  flows: [
    [
      'Book an appointment',
      'Patient',
      'The patient chooses a doctor',
      'The patient books an appointment -> The appointment has the status booked',
    ],
    [
      'Block a slot',
      'Receptionist',
      'The receptionist opens the calendar of a doctor',
      'The receptionist blocks a slot -> The slot is not offered any more',
    ],
  ],
  data: {
    Appointment: ['start date!', 'status enum! booked, cancelled', 'reason string?'],
    Doctor: ['name string!'],
  },
  relations: [['Doctor', 'Appointment', 'one-to-many']],
  reactions: [['An appointment is less than 24 hours away', 'The patient gets a text message']],
}
const clinicText = `# Appointments

As a patient, I want to book an appointment so that I save a phone call.
As a receptionist, I want to block a slot so that the doctor has time for visits.

- Appointment: start (date, required), status (enum: booked, cancelled), reason (optional)
- Each appointment belongs to one doctor.
- When an appointment is less than 24 hours away, the patient gets a text message.
`

const expenses: Sketch = {
  title: 'Team expenses',
  goals: ['Employees get their money back quickly', 'Finance types nothing twice'],
  flows: [
    [
      'Submit a claim',
      'Employee',
      'The employee enters the amount of the claim',
      'The employee submits the claim -> The approver sees the claim',
    ],
    [
      'Approve a claim',
      'Approver',
      'The approver reads the claim',
      'The approver approves the claim -> The claim is approved',
    ],
    [
      'Export claims',
      'Accountant',
      'The accountant chooses a month',
      'The accountant exports the approved claims -> A file is stored',
    ],
  ],
  data: {
    Claim: ['amount number!', 'purpose string!', 'status enum! submitted, approved, declined'],
    Receipt: ['image string!'],
  },
  relations: [['Claim', 'Receipt', 'one-to-many']],
  reactions: [
    ['A claim is over 500 euros', 'The page asks for a second approval'],
    [
      'The employee adds a fourth receipt',
      'The form says that a claim holds at most three receipts',
    ],
  ],
}
const expensesText = `# Expenses

- Employees can submit a claim.
- Only approvers can approve a claim.
- An employee cannot approve a claim.
- Accountants can export approved claims.
- A claim has an amount (number, required), a purpose (text, required) and a status (enum: submitted, approved, declined).
- A claim has at most 3 receipts.
- If a claim is over 500 euros, the system shall ask for a second approval.
`

const zoo: Sketch = {
  title: 'Zoo tickets',
  goals: ['Visitors buy tickets before they come', 'The gate lets people in without a queue'],
  flows: [
    [
      'Buy a ticket',
      'Visitor',
      'The visitor chooses the day of the visit',
      'The visitor buys a ticket -> The ticket is sent by email',
    ],
    [
      'Scan a ticket',
      'Guard',
      'The guard opens the gate page',
      'The guard scans a ticket -> The gate opens',
    ],
  ],
  data: { Ticket: ['code string!', 'day date!', 'price number!'], Visitor: ['email string!'] },
  relations: [['Visitor', 'Ticket', 'one-to-many']],
  reactions: [['A ticket is scanned twice', 'The gate stays closed']],
}

export const pairs: readonly Pair[] = [
  {
    name: 'rooms, rights and fields in a list',
    requirements: roomsText,
    right: rooms,
    wrong: {
      'the roles are swapped': with1(rooms, {
        flows: [
          rooms.flows[0]!,
          rooms.flows[1]!,
          [
            'Delete a room',
            'Employee',
            'The employee looks a room up by its name',
            'The employee deletes the room -> The room is gone',
          ],
        ],
      }),
      'types and required inverted': with1(rooms, {
        data: {
          Room: ['name string?', 'seats string!'],
          Booking: ['day string!', 'room reference!', 'note string!'],
        },
      }),
      'half done': with1(rooms, {
        flows: [rooms.flows[0]!],
        data: { Room: ['name string!', 'seats number!'] },
        relations: [],
        reactions: [],
      }),
      'another domain': zoo,
      'only the words in the goals': with1(zoo, {
        title: 'Room booking',
        goals: roomsText
          .split('\n')
          .filter((line) => line.startsWith('- '))
          .map((line) => line.slice(2)),
      }),
    },
  },
  {
    name: 'albums, limits and values in a numbered list',
    requirements: albumsText,
    right: albums,
    wrong: {
      'another limit': with1(albums, {
        flows: [
          [
            'Upload photos',
            'Member',
            'The member opens an album',
            'The member uploads up to 50 photos to the album -> The photos appear',
          ],
          ...albums.flows.slice(1),
        ],
        reactions: [['A member adds more than 50 photos', 'The album refuses the photos']],
      }),
      'a value is missing': with1(albums, {
        data: {
          ...albums.data,
          Album: ['title string!', 'visibility enum! one of private, public'],
        },
      }),
      'anyone removes comments': with1(albums, {
        flows: [
          albums.flows[0]!,
          albums.flows[1]!,
          [
            'Remove a comment',
            'Member',
            'The member reads the comments',
            'The member removes a comment -> The comment is gone',
          ],
          albums.flows[2]!,
        ],
      }),
      'no limit at all': with1(albums, {
        flows: [
          [
            'Upload photos',
            'Member',
            'The member opens an album',
            'The member uploads photos to the album -> The photos appear',
          ],
          ...albums.flows.slice(1),
        ],
        reactions: [['A member adds a photo', 'The album shows it']],
      }),
    },
  },
  {
    name: 'loans, numbered requirements and a table',
    requirements: loansText,
    right: loans,
    wrong: {
      'another number': with1(loans, {
        reactions: [
          ['A loan is 30 days late', 'The member gets a reminder by email'],
          loans.reactions![1]!,
        ],
      }),
      'the opposite reaction': with1(loans, {
        reactions: [loans.reactions![0]!, ['A tool is broken', 'The catalogue offers the tool']],
      }),
      'a type is wrong': with1(loans, {
        data: { ...loans.data, Loan: ['due_date date!', 'returned date!'] },
      }),
      'another domain': rooms,
    },
  },
  {
    name: 'clinic, stories',
    requirements: clinicText,
    right: clinic,
    wrong: {
      'the wrong people': with1(clinic, {
        flows: [
          [
            'Book an appointment',
            'Receptionist',
            'The receptionist chooses a doctor',
            'The receptionist books an appointment -> It is booked',
          ],
          [
            'Block a slot',
            'Patient',
            'The patient opens the calendar',
            'The patient blocks a slot -> The slot is blocked',
          ],
        ],
      }),
      'nobody is reminded': with1(clinic, {
        reactions: [
          ['An appointment is less than 24 hours away', 'The patient gets no text message'],
        ],
      }),
      'form without substance': with1(clinic, {
        flows: [
          [
            'Book an appointment',
            'Patient',
            'The patient does what is needed',
            'The system reacts -> It is done',
          ],
          [
            'Block a slot',
            'Receptionist',
            'The receptionist acts',
            'The system reacts -> It is done',
          ],
        ],
        reactions: [],
      }),
    },
  },
  {
    name: 'expenses, rights, limits and a threshold',
    requirements: expensesText,
    right: expenses,
    wrong: {
      'employees approve': with1(expenses, {
        flows: [
          expenses.flows[0]!,
          [
            'Approve a claim',
            'Employee',
            'The employee reads the claim',
            'The employee approves the claim -> The claim is approved',
          ],
          expenses.flows[2]!,
        ],
      }),
      'another threshold': with1(expenses, {
        reactions: [
          ['A claim is over 5000 euros', 'The page asks for a second approval'],
          expenses.reactions![1]!,
        ],
      }),
      'more receipts': with1(expenses, {
        reactions: [
          expenses.reactions![0]!,
          ['The employee adds a receipt', 'The form says that a claim holds at most 10 receipts'],
        ],
      }),
      'other fields': with1(expenses, {
        data: { Claim: ['title string!', 'colour string!'], Receipt: ['image string!'] },
      }),
    },
  },

  {
    name: 'pets',
    requirements: `# Pet adoption

- Visitors can browse animals without an account.
- Registered users can apply for an animal.
- The status of an application is submitted, approved or rejected.
- Staff must give a reason when they reject an application.
- An animal has a name, a species, an age (number) and at most 5 photos.
- Applications older than 30 days are closed automatically.
- Only staff can approve applications.
`,
    right: {
      title: 'Pet adoption',
      goals: ['Animals find a home sooner', 'Staff see all applications in one place'],
      flows: [
        [
          'Browse animals',
          'Visitor',
          'The visitor opens the list of animals -> The animals are listed with photo and age',
          'The visitor browses the animals without an account',
        ],
        [
          'Apply for an animal',
          'Registered user',
          'The user opens the page of an animal',
          'The user applies for the animal -> The application has the status submitted',
        ],
        [
          'Review an application',
          'Staff',
          'The staff member reads the application',
          'The staff member approves the application, or rejects it and gives a reason -> The applicant is told',
        ],
      ],
      data: {
        Animal: ['name string!', 'species string!', 'age number!', 'photos list At most 5 photos'],
        Application: [
          'status enum! submitted, approved or rejected',
          'reason string? Given by staff when they reject an application',
          'submitted_on date!',
        ],
      },
      relations: [['Animal', 'Application', 'one-to-many']],
      reactions: [['An application is older than 30 days', 'It is closed automatically']],
    },
    wrong: {
      contradiction: {
        title: 'Pet adoption',
        goals: ['Animals find a home sooner', 'Staff see all applications in one place'],
        flows: [
          [
            'Browse animals',
            'Visitor',
            'The visitor signs in to an account first',
            'The visitor browses the animals with the account',
          ],
          [
            'Apply for an animal',
            'Registered user',
            'The user opens the page of an animal',
            'The user applies for the animal and approves the application -> The application has the status approved',
          ],
          [
            'Review an application',
            'Staff',
            'The staff member reads the application',
            'The staff member rejects it without a reason -> The applicant is not told',
          ],
        ],
        data: {
          Animal: [
            'name string!',
            'species string!',
            'age string!',
            'photos list At most 15 photos',
          ],
          Application: ['status enum! open or closed', 'submitted_on date!'],
        },
        relations: [['Animal', 'Application', 'one-to-many']],
        reactions: [['An application is older than 90 days', 'It stays open']],
      },
    },
  },
  {
    name: 'newsletter',
    rightIs: 'undecided',
    requirements: `Requirements for the newsletter tool

1. Editors can write drafts.
2. Only the chief editor can publish an issue.
3. A subscriber has an email (required) and a name (optional).
4. Subscribers can unsubscribe with one click.
5. Unsubscribing must not require a login.
6. When an issue is published, every subscriber receives it by email within 10 minutes.
`,
    right: {
      title: 'Newsletter',
      goals: ['Readers get every issue by email', 'Editors prepare an issue together'],
      flows: [
        [
          'Write a draft',
          'Editor',
          'The editor opens a new draft',
          'The editor writes the draft -> The draft is stored',
        ],
        [
          'Publish an issue',
          'Chief editor',
          'The chief editor reads the draft',
          'The chief editor publishes the issue -> The issue is sent to every subscriber',
        ],
        [
          'Unsubscribe',
          'Subscriber',
          'The subscriber presses the link in the email',
          'The subscriber unsubscribes with one click -> No login is required',
        ],
      ],
      data: {
        Subscriber: ['email string!', 'name string?'],
        Issue: ['title string!', 'body string!', 'published_at date?'],
      },
      relations: [['Issue', 'Subscriber', 'many-to-many']],
      reactions: [
        ['An issue is published', 'Every subscriber receives it by email within 10 minutes'],
      ],
    },
    wrong: {
      'everyone publishes': {
        title: 'Newsletter',
        goals: ['Readers get every issue by email', 'Editors prepare an issue together'],
        flows: [
          [
            'Write a draft',
            'Editor',
            'The editor opens a new draft',
            'The editor writes the draft -> The draft is stored',
          ],
          [
            'Publish an issue',
            'Editor',
            'The editor reads the draft',
            'The editor publishes the issue -> The issue is sent',
          ],
          [
            'Unsubscribe',
            'Subscriber',
            'The subscriber logs in',
            'The subscriber writes to support -> The login is deleted',
          ],
        ],
        data: {
          Subscriber: ['email string?', 'name string!'],
          Issue: ['title string!', 'body string!'],
        },
        relations: [['Issue', 'Subscriber', 'many-to-many']],
        reactions: [
          ['An issue is published', 'Every subscriber receives it by post within 10 days'],
        ],
      },
    },
  },
  {
    name: 'parking',
    rightIs: 'undecided',
    requirements: `## Parking permits

Residents apply for a permit online. The city checks the car registration. 

* A resident can apply for at most 2 permits.
* A permit is valid for 12 months.
* The resident must pay before the permit is issued.
* Clerks can revoke a permit and must state a reason.
* Each permit belongs to one car.
* Car: plate (text, required), emission class (enum: green, yellow, red)
`,
    right: {
      title: 'Parking permits',
      goals: ['Residents get a permit without a visit', 'Clerks check applications faster'],
      flows: [
        [
          'Apply for a permit',
          'Resident',
          'The resident enters the plate of the car',
          'The resident applies for at most 2 permits -> The application waits for payment',
          'The resident pays before the permit is issued -> The permit is valid for 12 months',
        ],
        [
          'Revoke a permit',
          'Clerk',
          'The clerk opens the permit',
          'The clerk revokes the permit and states a reason -> The resident is told by letter',
        ],
      ],
      data: {
        Car: ['plate string!', 'emission_class enum! green, yellow or red'],
        Permit: ['valid_until date!', 'reason string?'],
      },
      relations: [['Car', 'Permit', 'one-to-many']],
      reactions: [
        ['A third permit is asked for', 'The page says that a resident has at most 2 permits'],
      ],
    },
    wrong: {
      order: {
        title: 'Parking permits',
        goals: ['Residents get a permit without a visit', 'Clerks check applications faster'],
        flows: [
          [
            'Apply for a permit',
            'Resident',
            'The resident enters the plate of the car',
            'The resident applies for at most 2 permits -> The permit is issued before the resident must pay',
            'The resident pays later -> The permit is valid for 24 months',
          ],
          [
            'Revoke a permit',
            'Clerk',
            'The clerk opens the permit',
            'The clerk revokes the permit without a reason -> The resident is told by letter',
          ],
        ],
        data: {
          Car: ['plate string!', 'emission_class enum! green, yellow or red'],
          Permit: ['valid_until date!', 'reason string?'],
        },
        relations: [['Car', 'Permit', 'many-to-many']],
        reactions: [
          ['A third permit is asked for', 'The page says that a resident has at most 2 permits'],
        ],
      },
    },
  },
  {
    name: 'recipes',
    requirements: `# Recipes

Fields of a recipe:

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| servings | number | yes |
| published | boolean | no |

- Cooks can add a recipe with up to 20 ingredients.
- Guests can read recipes but cannot rate them.
- Members can rate a recipe from 1 to 5.
- Deleting a recipe asks for confirmation.
`,
    right: {
      title: 'Recipes',
      goals: ['Cooks share recipes', 'Members find good recipes by their ratings'],
      flows: [
        [
          'Add a recipe',
          'Cook',
          'The cook enters title and servings',
          'The cook adds a recipe with up to 20 ingredients -> The recipe is listed',
        ],
        [
          'Read recipes',
          'Guest',
          'The guest opens the list',
          'The guest reads a recipe -> No rating is offered',
        ],
        [
          'Rate a recipe',
          'Member',
          'The member opens a recipe',
          'The member rates the recipe from 1 to 5 -> The average is updated',
        ],
      ],
      data: {
        Recipe: ['title string!', 'servings number!', 'published boolean?'],
        Rating: ['stars number!'],
      },
      relations: [['Recipe', 'Rating', 'one-to-many']],
      reactions: [['The cook deletes a recipe', 'The page asks for confirmation']],
    },
    wrong: {
      'guest rates': {
        title: 'Recipes',
        goals: ['Cooks share recipes', 'Members find good recipes by their ratings'],
        flows: [
          [
            'Add a recipe',
            'Cook',
            'The cook enters title and servings',
            'The cook adds a recipe with up to 50 ingredients -> The recipe is listed',
          ],
          [
            'Rate recipes',
            'Guest',
            'The guest opens the list',
            'The guest rates a recipe from 1 to 10 -> The rating is stored',
          ],
        ],
        data: {
          Recipe: ['title string!', 'servings string!', 'published boolean?'],
          Rating: ['stars number!'],
        },
        relations: [['Recipe', 'Rating', 'one-to-many']],
        reactions: [['The cook deletes a recipe', 'It is deleted at once without confirmation']],
      },
    },
  },
]
