import { change, readApplication, remove, type Variant, write } from '../cases.ts'

const clean = readApplication(import.meta.dirname)
const plan = 'track/plan.md'
const planText = clean[plan] ?? ''
const fees = 'lib/billing/fees.js'
const states = 'lib/appointments/appointment.states.js'
const service = 'lib/appointments/appointment.service.js'
const repository = 'lib/appointments/appointment.repository.js'
const gateway = 'lib/reminders/sms-gateway.js'
const appointments = 'db/migrations/003_appointments.sql'
const prisma = 'prisma/schema.prisma'

const code: readonly Variant[] = [
  {
    id: 'renamed-method',
    what: 'a method has another name',
    edits: [
      change(
        service,
        'feeCents: this.feeAfter(appointment, status)',
        'feeCents: this.chargeFor(appointment, status)',
      ),
      change(service, '  feeAfter(appointment, status) {', '  chargeFor(appointment, status) {'),
    ],
  },
  {
    id: 'private-fields',
    what: 'the gateway keeps its settings in private fields',
    edits: [
      write(
        gateway,
        (clean[gateway] ?? '')
          .replaceAll(/this\.(url|key|timeoutMs|fetcher)/g, 'this.#$1')
          .replace(
            'class SmsGateway {\n',
            'class SmsGateway {\n  #url;\n  #key;\n  #timeoutMs;\n  #fetcher;\n\n',
          ),
      ),
    ],
  },
  {
    id: 'states-as-sets',
    what: 'transitions are a map of sets, frozen',
    edits: [
      change(
        states,
        `/** @type {Record<AppointmentStatus, AppointmentStatus[]>} */
const transitions = {
  requested: ["confirmed", "cancelled"],
  confirmed: ["checked_in", "cancelled", "no_show"],
  checked_in: ["completed"],
  completed: [],
  cancelled: [],
  no_show: [],
};`,
        `/** @type {Readonly<Record<AppointmentStatus, ReadonlySet<AppointmentStatus>>>} */
const transitions = Object.freeze({
  requested: new Set(/** @type {const} */ (["confirmed", "cancelled"])),
  confirmed: new Set(/** @type {const} */ (["checked_in", "cancelled", "no_show"])),
  checked_in: new Set(/** @type {const} */ (["completed"])),
  completed: new Set(),
  cancelled: new Set(),
  no_show: new Set(),
});`,
      ),
      change(states, 'transitions[from].includes(to)', 'transitions[from].has(to)'),
    ],
  },
  {
    id: 'fees-by-switch',
    what: 'fees are chosen by a switch',
    edits: [
      change(
        fees,
        'const noShowFeeCents = (visit) => visits[visit].feeCents;',
        `function noShowFeeCents(visit) {
  switch (visit) {
    case "checkup":
      return 40_00;
    case "consultation":
      return 65_00;
    case "procedure":
      return 180_00;
  }
}`,
      ),
    ],
  },
  {
    id: 'async-listener',
    what: 'the listener awaits instead of chaining',
    edits: [
      change(
        'lib/http/app.js',
        `  const server = http.createServer((request, reply) => {
    void answer(request, { routes, staff }).then(({ status, body }) => {
      reply.writeHead(status, { "content-type": "application/json; charset=utf-8" });
      reply.end(body === undefined ? "" : JSON.stringify(body));
    });
  });`,
        `  const server = http.createServer(async (request, reply) => {
    const { status, body } = await answer(request, { routes, staff });
    reply.writeHead(status, { "content-type": "application/json; charset=utf-8" });
    reply.end(body === undefined ? "" : JSON.stringify(body));
  });`,
      ),
    ],
  },
  {
    id: 'backoff',
    what: 'the gateway is tried three times with growing pauses',
    edits: [
      change(
        gateway,
        'const attempts = 2;',
        'const { setTimeout: pause } = require("node:timers/promises");\n\nconst attempts = 3;\nconst pauseMs = 20;',
      ),
      change(
        gateway,
        '      if (!answer.isWorthRepeating) break;',
        '      if (!answer.isWorthRepeating) break;\n      await pause(pauseMs * 2 ** attempt);',
      ),
      change(gateway, '   * Tries again once when', '   * Tries again twice when'),
      change(
        'spec/reminders.spec.js',
        '    assert.equal(calls.length, 2);\n  });\n\n  it("does not repeat',
        '    assert.equal(calls.length, 3);\n  });\n\n  it("does not repeat',
      ),
      change(
        'spec/reminders.spec.js',
        'it("gives up after the second error"',
        'it("gives up after the third error"',
      ),
      change(
        'spec/reminders.spec.js',
        'openGateway(fails(500), fails(500), taken)',
        'openGateway(fails(500), fails(500), fails(500), taken)',
      ),
      change(plan, 'one retry for errors of the gateway', 'two retries for errors of the gateway'),
    ],
  },
  {
    id: 'abort-controller',
    what: 'the time-out is made by hand',
    edits: [
      change(
        gateway,
        '    try {\n      const response',
        '    const controller = new AbortController();\n    const timer = setTimeout(() => controller.abort(), this.timeoutMs);\n    try {\n      const response',
      ),
      change(gateway, 'signal: AbortSignal.timeout(this.timeoutMs)', 'signal: controller.signal'),
      change(
        gateway,
        '      return { isTaken: false, reason, isWorthRepeating: true };\n    }\n',
        '      return { isTaken: false, reason, isWorthRepeating: true };\n    } finally {\n      clearTimeout(timer);\n    }\n',
      ),
    ],
  },
  {
    id: 'documented-setting',
    what: 'a new setting is read, tested and in the example',
    edits: [
      change(
        'lib/config.js',
        ' * @property {string} databasePath\n',
        ' * @property {string} host\n * @property {string} databasePath\n',
      ),
      change(
        'lib/config.js',
        '    databasePath: env.DATABASE_PATH || ":memory:",',
        '    host: env.HOST || "0.0.0.0",\n    databasePath: env.DATABASE_PATH || ":memory:",',
      ),
      change('.env.example', 'PORT=8080\n', 'PORT=8080\nHOST=0.0.0.0\n'),
      change(
        'bin/serve.js',
        'server.listen(config.port, () =>',
        'server.listen(config.port, config.host, () =>',
      ),
      change(
        'spec/config.spec.js',
        '      port: 8080,\n',
        '      port: 8080,\n      host: "0.0.0.0",\n',
      ),
      change(
        'spec/helpers/desk.js',
        '{ port: 0, databasePath',
        '{ port: 0, host: "127.0.0.1", databasePath',
      ),
    ],
  },
  {
    id: 'console-error',
    what: 'the server logs its errors by console.error',
    edits: [
      change(
        'lib/http/app.js',
        'process.stderr.write(`${request.method} ${request.url}: ${String(error)}\\n`);',
        'console.error(request.method, request.url, error);',
      ),
      change(
        'lib/reminders/reminder.service.js',
        'process.stderr.write(`Reminder of appointment ${appointment.id}: ${delivery.reason}\\n`);',
        'console.warn(`Reminder of appointment ${appointment.id}: ${delivery.reason}`);',
      ),
    ],
  },
  {
    id: 'ignored-on-purpose',
    what: 'an error that does not matter is turned into an answer',
    edits: [
      change(
        'lib/appointments/appointment.routes.js',
        '/** @param {string} text */\nconst isDay = (text) => /^\\d{4}-\\d{2}-\\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));',
        `/** @param {string} text */
function isDay(text) {
  try {
    return new Date(text).toISOString().slice(0, 10) === text;
  } catch {
    return false;
  }
}`,
      ),
    ],
  },
  {
    id: 'flaws-of-others',
    what: 'a file that the track never touched had printing, a TODO and a star type before',
    before: [
      change(
        'lib/http/router.js',
        'function matchPath(pattern, pathname) {',
        '// TODO: decode percent signs\nfunction matchPath(pattern, pathname) {\n  /** @type {*} */\n  const trace = process.env.TRACE;\n  if (trace) console.log(pattern, pathname);',
      ),
    ],
    edits: [],
  },
  {
    id: 'more-specs',
    what: 'the gateway has one more specification, named in the plan',
    edits: [
      write(
        'spec/staff.spec.js',
        `"use strict";

const assert = require("node:assert/strict");
const { it } = require("node:test");
const { openDatabase } = require("../lib/db/database.js");
const { StaffRepository } = require("../lib/staff/staff.repository.js");
const { StaffService } = require("../lib/staff/staff.service.js");

const now = () => new Date("2026-05-04T07:00:00Z");

it("stores neither passwords nor tokens", () => {
  const database = openDatabase(":memory:");
  const staff = new StaffService(new StaffRepository(database, now), now);
  staff.ensureAdmin({ username: "reception", password: "open sesame" });
  staff.ensureAdmin({ username: "reception", password: "another one" });
  const issued = staff.signIn("reception", "open sesame");
  const stored = JSON.stringify([
    database.prepare("SELECT * FROM staff").all(),
    database.prepare("SELECT * FROM access_tokens").all(),
  ]);
  assert.ok(issued !== null);
  assert.equal(stored.includes("open sesame"), false);
  assert.equal(stored.includes(issued.token), false);
});
`,
      ),
      change(
        plan,
        '`lib/staff/staff.routes.js`',
        '`lib/staff/staff.routes.js`, `spec/staff.spec.js`',
      ),
    ],
  },
  {
    id: 'version-in-health',
    what: 'the health check tells the version, as its description says',
    edits: [
      change(
        'lib/http/app.js',
        'body: { status: "ok" } }) },',
        'body: { status: "ok", version } }) },',
      ),
      change(
        'lib/http/app.js',
        'const { findRoute } = require("./router.js");',
        'const { findRoute } = require("./router.js");\nconst { version } = require("../../package.json");',
      ),
      change(
        'docs/openapi.yaml',
        '                required: [status]\n                properties:\n',
        '                required: [status, version]\n                properties:\n                  version:\n                    type: string\n',
      ),
    ],
  },
  {
    id: 'patients-list',
    what: 'one more route, described and tested',
    edits: [
      change(
        'lib/patients/patient.routes.js',
        '    {\n      method: "GET",\n      path: "/v1/patients/:id",',
        '    {\n      method: "GET",\n      path: "/v1/patients",\n      handle: ({ url }) => {\n        const patient = patients.findByPhone(url.searchParams.get("phone") ?? "");\n        return { status: 200, body: patient === null ? [] : [patient] };\n      },\n    },\n    {\n      method: "GET",\n      path: "/v1/patients/:id",',
      ),
      change(
        'docs/openapi.yaml',
        '  /v1/patients:\n    post:',
        `  /v1/patients:
    get:
      operationId: findPatients
      summary: Find patients by their phone number
      parameters:
        - name: phone
          in: query
          required: true
          schema:
            type: string
      responses:
        "200":
          description: The patient with this number, or nobody
          content:
            application/json:
              schema:
                type: array
                items:
                  $ref: "#/components/schemas/Patient"
        "401":
          $ref: "#/components/responses/Message"
        "500":
          $ref: "#/components/responses/Message"
    post:`,
      ),
      change(
        'spec/desk.spec.js',
        '    await desk.send("POST", "/v1/patients", ada);\n    assert.equal((await desk.send("POST", "/v1/patients", ada)).status, 409);',
        '    assert.deepEqual((await desk.send("GET", "/v1/patients?phone=%2B441234567")).body, []);\n    await desk.send("POST", "/v1/patients", ada);\n    assert.deepEqual((await desk.send("GET", "/v1/patients?phone=%2B441234567")).body, [\n      { id: 1, ...ada, membership: "standard" },\n    ]);\n    assert.equal((await desk.send("POST", "/v1/patients", ada)).status, 409);',
      ),
      change(
        plan,
        '  - Summary: create, show, change and remove',
        '  - Summary: create, find by phone number, show, change and remove',
      ),
    ],
  },
]

const database: readonly Variant[] = [
  {
    id: 'table-constraints',
    what: 'keys are written as constraints of the table',
    edits: [
      change(
        appointments,
        '  patient_id INTEGER NOT NULL REFERENCES patients (id) ON DELETE CASCADE,\n  practitioner_id INTEGER NOT NULL REFERENCES practitioners (id) ON DELETE RESTRICT,\n',
        '  patient_id INTEGER NOT NULL,\n  practitioner_id INTEGER NOT NULL,\n',
      ),
      change(
        appointments,
        '  fee_cents INTEGER NOT NULL DEFAULT 0,\n  created_at TEXT NOT NULL,\n  updated_at TEXT NOT NULL\n);',
        '  fee_cents INTEGER NOT NULL DEFAULT 0,\n  created_at TEXT NOT NULL,\n  updated_at TEXT NOT NULL,\n  CONSTRAINT appointments_patient FOREIGN KEY (patient_id) REFERENCES patients (id) ON DELETE CASCADE,\n  CONSTRAINT appointments_practitioner FOREIGN KEY (practitioner_id) REFERENCES practitioners (id) ON DELETE RESTRICT\n);',
      ),
    ],
  },
  {
    id: 'lower-case-sql',
    what: 'SQL is written in lower case, with quotes around names',
    edits: [
      write(
        'db/migrations/004_reminders.sql',
        `create table "reminders" (
  "id" integer not null primary key autoincrement,
  "appointment_id" integer not null unique references "appointments" ("id") on delete cascade,
  "status" text not null default 'failed' check ("status" in ('sent', 'failed')),
  "attempts" integer not null default 0,
  "created_at" text not null,
  "updated_at" text not null
);
`,
      ),
      change(
        'spec/database.spec.js',
        "WHERE type = 'table' ORDER BY name",
        "WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      ),
    ],
  },
  {
    id: 'default-timestamps',
    what: 'the database fills in the timestamps',
    edits: [
      change(
        'db/migrations/002_patients.sql',
        '  created_at TEXT NOT NULL,\n  updated_at TEXT NOT NULL\n',
        "  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),\n  updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))\n",
      ),
    ],
  },
  {
    id: 'wider-index',
    what: 'the index of a foreign key has a second column',
    edits: [
      change(
        appointments,
        'CREATE INDEX appointments_patient_id ON appointments (patient_id);',
        'CREATE INDEX idx_appointments_patient ON appointments (patient_id, starts_at);',
      ),
      change(prisma, '  @@index([patientId])\n', '  @@index([patientId, startsAt])\n'),
    ],
  },
  {
    id: 'nullable-column',
    what: 'a new column may be empty, in the migration and in the schema',
    edits: [
      write(
        'db/migrations/006_appointment_room.sql',
        'ALTER TABLE appointments ADD COLUMN room TEXT;\n',
      ),
      change(
        prisma,
        '  notes          String       @default("")\n',
        '  notes          String       @default("")\n  room           String?\n',
      ),
      change(
        plan,
        '`db/migrations/005_appointment_notes.sql`',
        '`db/migrations/005_appointment_notes.sql`, `db/migrations/006_appointment_room.sql`',
      ),
    ],
  },
  {
    id: 'join-table',
    what: 'a table between two others has a key of two columns',
    edits: [
      write(
        'db/migrations/006_favourites.sql',
        `CREATE TABLE favourite_practitioners (
  patient_id INTEGER NOT NULL REFERENCES patients (id) ON DELETE CASCADE,
  practitioner_id INTEGER NOT NULL REFERENCES practitioners (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (patient_id, practitioner_id)
);

CREATE INDEX favourite_practitioners_practitioner_id ON favourite_practitioners (practitioner_id);
`,
      ),
      change(
        prisma,
        'model Reminder {',
        `model FavouritePractitioner {
  patientId      Int          @map("patient_id")
  practitionerId Int          @map("practitioner_id")
  createdAt      String       @map("created_at")
  updatedAt      String       @map("updated_at")
  patient        Patient      @relation(fields: [patientId], references: [id], onDelete: Cascade)
  practitioner   Practitioner @relation(fields: [practitionerId], references: [id], onDelete: Cascade)

  @@id([patientId, practitionerId])
  @@index([practitionerId])
  @@map("favourite_practitioners")
}

model Reminder {`,
      ),
      change(
        prisma,
        '  appointments Appointment[]\n\n  @@map("patients")',
        '  appointments Appointment[]\n  favourites   FavouritePractitioner[]\n\n  @@map("patients")',
      ),
      change(
        prisma,
        '  appointments Appointment[]\n\n  @@map("practitioners")',
        '  appointments Appointment[]\n  favouriteOf  FavouritePractitioner[]\n\n  @@map("practitioners")',
      ),
      change(
        'spec/database.spec.js',
        '["access_tokens", "appointments", "migrations"',
        '["access_tokens", "appointments", "favourite_practitioners", "migrations"',
      ),
      change(
        plan,
        '`db/migrations/005_appointment_notes.sql`',
        '`db/migrations/005_appointment_notes.sql`, `db/migrations/006_favourites.sql`',
      ),
    ],
  },
  {
    id: 'one-migration-less',
    what: 'the notes stand in the table from the beginning',
    edits: [
      remove('db/migrations/005_appointment_notes.sql'),
      change(
        appointments,
        '  fee_cents INTEGER NOT NULL DEFAULT 0,\n',
        "  fee_cents INTEGER NOT NULL DEFAULT 0,\n  notes TEXT NOT NULL DEFAULT '',\n",
      ),
      change(
        plan,
        '`db/migrations/004_reminders.sql`, `db/migrations/005_appointment_notes.sql`',
        '`db/migrations/004_reminders.sql`',
      ),
      change(plan, 'four migrations', 'three migrations'),
    ],
  },
  {
    id: 'overlap-in-code',
    what: 'overlaps are looked for in another way',
    edits: [
      change(
        repository,
        "AND status <> 'cancelled' AND starts_at < ? AND ends_at > ? LIMIT 1",
        "AND status != 'cancelled' AND NOT (ends_at <= ? OR starts_at >= ?) LIMIT 1",
      ),
      change(
        repository,
        '.get(practitionerId, endsAt, startsAt);',
        '.get(practitionerId, startsAt, endsAt);',
      ),
    ],
  },
]

const plans: readonly Variant[] = [
  {
    id: 'plan-crlf',
    what: 'the plan has Windows line ends',
    edits: [write(plan, planText.replaceAll('\n', '\r\n'))],
  },
  {
    id: 'plan-behind-title',
    what: 'commits stand in brackets behind the titles',
    edits: [write(plan, planText.replaceAll(/ <!-- \{\{sha ([\d.]+)\}\} -->/g, ' ({{sha $1}})'))],
  },
  {
    id: 'plan-commit-line',
    what: 'commits have lines of their own',
    edits: [
      write(plan, planText.replaceAll(/ <!-- (\{\{sha [\d.]+\}\}) -->/g, '\n  - Commit: $1')),
    ],
  },
  {
    id: 'plan-lists-of-files',
    what: 'files are listed one a line',
    edits: [
      write(
        plan,
        planText.replaceAll(/^ {2}- Files: (.*)$/gm, (_, files: string) =>
          ['  - Files:', ...files.split(', ').map((file) => `    - ${file}`)].join('\n'),
        ),
      ),
    ],
  },
  {
    id: 'plan-blocked',
    what: 'the open task is blocked, with a reason',
    edits: [
      change(
        plan,
        '- [ ] **Task 3.2: Export the calendar of a day as iCalendar**\n  - Deferred: reception prints the list for now; asked for again in June\n',
        '- [!] **Task 3.2: Export the calendar of a day as iCalendar**\n  - Blocked by: the calendar of the clinic has no address for it yet\n',
      ),
    ],
  },
  {
    id: 'plan-sync-as-list',
    what: 'affected documents are a list',
    edits: [
      change(
        plan,
        'Affected Docs: conductor/product.md, conductor/tech-stack.md\n',
        'Affected Docs:\n\n- conductor/product.md: fees and memberships\n- conductor/tech-stack.md: SMS gateway\n',
      ),
    ],
  },
  {
    id: 'plan-other-phases',
    what: 'phases and tasks are worded differently',
    edits: [
      change(plan, '## Phase 1 – Foundations', '## 1. Groundwork'),
      change(plan, '## Phase 2 – Rules', '## 2. What the desk may do'),
      change(plan, '## Phase 3 – Service', '## 3. Over HTTP'),
      change(
        plan,
        '**Task 2.4: Remind patients**',
        '**Task 2.4: SMS reminders, at most one a visit**',
      ),
    ],
  },
  {
    id: 'readme-planned',
    what: 'the README was changed as a task says',
    edits: [
      change(
        'README.md',
        '| `docs/openapi.yaml` | the API |',
        '| `docs/openapi.yaml` | the API, for whoever writes a client |\n| `spec` | what all of it must do |',
      ),
      change(plan, '`bin/serve.js`, `docs', '`bin/serve.js`, `README.md`, `docs'),
    ],
  },
  {
    id: 'openapi-worded',
    what: 'the API description is worded differently',
    edits: [
      change(
        'docs/openapi.yaml',
        'summary: Tell that the service runs',
        'summary: Liveness probe\n      description: For the load balancer. Needs no token.',
      ),
      change(
        'docs/openapi.yaml',
        'description: What is wrong, and what to do',
        'description: An error with a message for the desk',
      ),
      change('docs/openapi.yaml', 'openapi: 3.0.3', 'openapi: 3.0.4'),
    ],
  },
]

export const clinicVariants: readonly Variant[] = [...code, ...database, ...plans]
