import { change, type Failure, write } from '../cases.ts'

const business = (pass: number, id: string, what: string, edits: Failure['edits']): Failure => ({
  id: `biz${pass}-${id}`,
  evaluator: 'eval-business-logic',
  pass,
  what,
  edits,
})

const fees = 'lib/billing/fees.js'
const states = 'lib/appointments/appointment.states.js'
const service = 'lib/appointments/appointment.service.js'
const repository = 'lib/appointments/appointment.repository.js'
const routes = 'lib/appointments/appointment.routes.js'
const reminders = 'lib/reminders/reminder.service.js'
const feesSpec = 'spec/fees.spec.js'
const statesSpec = 'spec/states.spec.js'
const desk = 'spec/desk.spec.js'
const remindersSpec = 'spec/reminders.spec.js'

const rules: readonly Failure[] = [
  business(1, 'discount', 'family members get 15 % instead of 10 %', [
    change(fees, 'family: { discountPercent: 10,', 'family: { discountPercent: 15,'),
    change(
      feesSpec,
      'fees.feeCents("checkup", "family"), 3600)',
      'fees.feeCents("checkup", "family"), 3400)',
    ),
    change(
      feesSpec,
      'fees.feeCents("consultation", "family"), 5850)',
      'fees.feeCents("consultation", "family"), 5525)',
    ),
    change(
      desk,
      'assert.equal((await book()).body.feeCents, 5850);',
      'assert.equal((await book()).body.feeCents, 5525);',
    ),
  ]),
  business(1, 'late-fee', 'a late cancellation costs 15 EUR and is late within 12 hours', [
    change(
      fees,
      'const lateCancellationCents = 2500;\nconst lateHours = 24;',
      'const lateCancellationCents = 1500;\nconst lateHours = 12;',
    ),
    change(
      feesSpec,
      'new Date("2026-05-04T10:00:00Z")), 0)',
      'new Date("2026-05-04T22:00:00Z")), 0)',
    ),
    change(
      feesSpec,
      'new Date("2026-05-04T10:00:01Z")), 2500)',
      'new Date("2026-05-04T22:00:01Z")), 1500)',
    ),
    change(feesSpec, 'within 24 hours', 'within 12 hours'),
    change(desk, 'and 25 EUR when late', 'and something when late'),
    change(
      desk,
      'assert.equal((await move(2, "cancelled")).body.feeCents, 2500);',
      'assert.equal((await move(2, "cancelled")).body.feeCents, 1500);',
    ),
  ]),
  business(1, 'opening-hours', 'appointments can end at 20:00', [
    change(service, 'const closingHour = 18;', 'const closingHour = 20;'),
    change(service, 'end by 18:00."', 'end by 20:00."'),
    change(
      desk,
      '["the evening", "2026-05-06T17:31:00Z"]',
      '["the evening", "2026-05-06T19:31:00Z"]',
    ),
  ]),
]

const correctness: readonly Failure[] = [
  business(2, 'percent-as-cents', 'a discount of 10 % takes 10 cents off', [
    change(
      fees,
      'return Math.round((visits[visit].feeCents * (100 - discountPercent)) / 100);',
      'return visits[visit].feeCents - discountPercent;',
    ),
    change(
      feesSpec,
      'fees.feeCents("checkup", "family"), 3600)',
      'fees.feeCents("checkup", "family"), 3990)',
    ),
    change(
      feesSpec,
      'fees.feeCents("consultation", "family"), 5850)',
      'fees.feeCents("consultation", "family"), 6490)',
    ),
    change(
      feesSpec,
      'fees.feeCents("checkup", "care"), 3200)',
      'fees.feeCents("checkup", "care"), 3980)',
    ),
    change(
      feesSpec,
      'fees.feeCents("procedure", "care"), 14400)',
      'fees.feeCents("procedure", "care"), 17980)',
    ),
    change(
      desk,
      'assert.equal((await book()).body.feeCents, 5850);',
      'assert.equal((await book()).body.feeCents, 6490);',
    ),
    change(desk, 'assert.equal(body.feeCents, 5200);', 'assert.equal(body.feeCents, 6480);'),
  ]),
  business(2, 'wrong-status', 'a failed reminder is answered with 200', [
    change(
      routes,
      'return { status: reminder.status === "sent" ? 200 : 502, body: reminder };',
      'return { status: 200, body: reminder };',
    ),
    change(remindersSpec, '      status: 502,\n', '      status: 200,\n'),
  ]),
  business(2, 'health-missing', 'the service has no health check', [
    change(
      'lib/http/app.js',
      '    { method: "GET", path: "/health", isPublic: true, handle: () => ({ status: 200, body: { status: "ok" } }) },\n',
      '',
    ),
    change(desk, '    assert.equal((await desk.send("GET", "/health")).status, 200);\n', ''),
    change(desk, '    assert.equal((await desk.send("DELETE", "/health")).status, 405);\n', ''),
  ]),
]

const edges: readonly Failure[] = [
  business(
    3,
    'overlap-by-start',
    'only appointments that begin at the same minute are seen as overlapping',
    [
      change(repository, 'AND starts_at < ? AND ends_at > ? LIMIT 1', 'AND starts_at = ? LIMIT 1'),
      change(
        repository,
        '.get(practitionerId, endsAt, startsAt);',
        '.get(practitionerId, startsAt);',
      ),
      change(
        repository,
        '   * @param {string} startsAt\n   * @param {string} endsAt\n   * @returns {boolean}\n   */\n  hasOverlap(practitionerId, startsAt, endsAt) {',
        '   * @param {string} startsAt\n   * @returns {boolean}\n   */\n  hasOverlap(practitionerId, startsAt) {',
      ),
      change(
        service,
        'hasOverlap(practitionerId, startsAt.toISOString(), endsAt.toISOString())',
        'hasOverlap(practitionerId, startsAt.toISOString())',
      ),
      change(
        desk,
        `    assert.equal((await book({ startsAt: "2026-05-06T09:20:00Z" })).status, 409);
    assert.equal((await book({ startsAt: "2026-05-06T08:40:00Z" })).status, 409);
`,
        '    assert.equal((await book()).status, 409);\n',
      ),
    ],
  ),
  business(3, 'past', 'appointments can be booked in the past', [
    change(
      service,
      '    if (startsAt <= this.now()) throw badRequest("startsAt must be in the future.");\n',
      '',
    ),
    change(desk, '    ["the past", "2026-05-01T09:00:00Z"],\n', ''),
  ]),
  business(
    3,
    'cancelled-counts',
    'cancelled appointments count as upcoming, so members run out of them',
    [
      change(
        states,
        'const upcomingStatuses = ["requested", "confirmed"];',
        'const upcomingStatuses = ["requested", "confirmed", "cancelled"];',
      ),
      change(
        statesSpec,
        'assert.deepEqual(upcomingStatuses, ["requested", "confirmed"]);',
        'assert.deepEqual(upcomingStatuses, ["requested", "confirmed", "cancelled"]);',
      ),
      change(
        desk,
        `    await move(1, "cancelled");
    assert.equal((await book(third)).status, 201);
`,
        '',
      ),
      change(
        desk,
        `    assert.equal((await book()).status, 201);
    assert.equal((await book({ practitioner: "Dr. Silva" })).status, 201);
`,
        '    assert.equal((await book()).status, 201);\n',
      ),
    ],
  ),
  business(3, 'limit-off-by-one', 'members may have one more appointment than they are allowed', [
    change(service, 'upcomingStatuses) >= most)', 'upcomingStatuses) > most)'),
    change(
      desk,
      'for (const hour of ["09", "10"]) await book',
      'for (const hour of ["09", "10", "13"]) await book',
    ),
  ]),
]

const transitions: readonly Failure[] = [
  business(4, 'cancel-after-check-in', 'a patient who is there can still be cancelled', [
    change(states, 'checked_in: ["completed"],', 'checked_in: ["completed", "cancelled"],'),
    change(
      statesSpec,
      '  "checked_in completed",\n',
      '  "checked_in completed",\n  "checked_in cancelled",\n',
    ),
  ]),
  business(4, 'completed-reopened', 'a completed appointment can be confirmed again', [
    change(states, '  completed: [],', '  completed: ["confirmed"],'),
    change(
      statesSpec,
      '  "checked_in completed",\n',
      '  "checked_in completed",\n  "completed confirmed",\n',
    ),
  ]),
  business(4, 'rules-bypassed', 'any state can follow any other', [
    change(
      service,
      `      if (!canMove(appointment.status, status))
        throw conflict(\`An appointment that is \${appointment.status} cannot become \${status}.\`);
`,
      '',
    ),
    change(service, 'const { canMove, upcomingStatuses }', 'const { upcomingStatuses }'),
    change(
      desk,
      `    assert.deepEqual(await move(1, "cancelled"), {
      status: 409,
      body: { message: "An appointment that is completed cannot become cancelled." },
    });
`,
      '',
    ),
  ]),
]

const dataFlow: readonly Failure[] = [
  business(5, 'membership-ignored', 'the fee of an appointment never sees the membership', [
    change(
      service,
      'feeCents: feeCents(visit, patient.membership),',
      'feeCents: feeCents(visit, "standard"),',
    ),
    change(
      desk,
      '    assert.equal((await book()).body.feeCents, 5850);',
      '    assert.equal((await book()).body.feeCents, 6500);',
    ),
    change(desk, 'assert.equal(body.feeCents, 5200);', 'assert.equal(body.feeCents, 6500);'),
  ]),
  business(5, 'notes-lost', 'notes are answered and not stored', [
    change(
      repository,
      '.run(patientId, practitionerId, visit, status, startsAt, endsAt, feeCents, notes, at, at);',
      '.run(patientId, practitionerId, visit, status, startsAt, endsAt, feeCents, "", at, at);',
    ),
    change(
      repository,
      'const { patientId, practitionerId, visit, status, startsAt, endsAt, feeCents, notes } = appointment;',
      'const { patientId, practitionerId, visit, status, startsAt, endsAt, feeCents } = appointment;',
    ),
    change(
      desk,
      `    assert.deepEqual((await desk.send("GET", "/v1/appointments/1")).body, body);
    assert.deepEqual((await desk.send("GET", "/v1/appointments?day=2026-05-06")).body, [body]);
`,
      '',
    ),
  ]),
  business(5, 'fee-not-stored', 'the fee after a cancellation is answered and not stored', [
    change(
      repository,
      '.prepare("UPDATE appointments SET status = ?, fee_cents = ?, updated_at = ? WHERE id = ?")\n      .run(status, feeCents, this.now().toISOString(), id);',
      '.prepare("UPDATE appointments SET status = ?, updated_at = ? WHERE id = ?")\n      .run(status, this.now().toISOString(), id);',
    ),
    change(
      repository,
      '   * @param {{ status: AppointmentStatus, feeCents: number }} change\n   */\n  move(id, { status, feeCents }) {',
      '   * @param {{ status: AppointmentStatus }} change\n   */\n  move(id, { status }) {',
    ),
  ]),
]

const journey: readonly Failure[] = [
  business(
    6,
    'cannot-remind',
    'confirmed appointments cannot be reminded of, only requested ones',
    [
      change(
        reminders,
        'if (appointment.status !== "confirmed")',
        'if (appointment.status !== "requested")',
      ),
      change(
        reminders,
        '"Only confirmed appointments can be reminded of."',
        '"Only requested appointments can be reminded of."',
      ),
      change(remindersSpec, '    await confirm();\n    const sent =', '    const sent ='),
      change(
        remindersSpec,
        '    const { confirm, remind } = await deskWithAppointment({ sms });\n    const sent',
        '    const { remind } = await deskWithAppointment({ sms });\n    const sent',
      ),
      change(
        remindersSpec,
        '    const { confirm, remind } = await deskWithAppointment({ sms });\n    await confirm();\n    assert.deepEqual(await remind(), {\n      status: 502',
        '    const { remind } = await deskWithAppointment({ sms });\n    assert.deepEqual(await remind(), {\n      status: 502',
      ),
      change(
        remindersSpec,
        '  it("is for confirmed appointments", async () => {\n    const { remind } = await deskWithAppointment({});\n',
        '  it("is for requested appointments", async () => {\n    const { confirm, remind } = await deskWithAppointment({});\n    await confirm();\n',
      ),
    ],
  ),
  business(6, 'no-id', 'a patient is added and nobody learns the id', [
    change(
      'lib/patients/patient.routes.js',
      'return { status: 201, body: patients.create(patient) };',
      'patients.create(patient);\n        return { status: 201, body: patient };',
    ),
    change(
      desk,
      'assert.deepEqual(created, { status: 201, body: { id: 1, ...ada, membership: "standard" } });',
      'assert.deepEqual(created, { status: 201, body: { ...ada, membership: "standard" } });',
    ),
  ]),
  business(6, 'no-check-in', 'patients cannot be checked in', [
    change(routes, 'if (!isStatus(to)) throw', 'if (!isStatus(to) || to === "checked_in") throw'),
    change(
      desk,
      `    for (const to of ["confirmed", "checked_in", "completed"]) {
      const { status, body } = await move(1, to);
      assert.equal(status, 200);
      assert.equal(body.status, to);
      assert.equal(body.feeCents, 5200);
    }
    assert.deepEqual(await move(1, "cancelled"), {
      status: 409,
      body: { message: "An appointment that is completed cannot become cancelled." },
    });
`,
      `    const { status, body } = await move(1, "confirmed");
    assert.equal(status, 200);
    assert.equal(body.feeCents, 5200);
    assert.equal((await move(1, "completed")).status, 409);
`,
    ),
  ]),
]

const structural = (
  pass: Extract<Failure['pass'], string>,
  id: string,
  what: string,
  edits: Failure['edits'],
): Failure => ({ id: `${pass}-${id}`, evaluator: 'structural', pass, what, edits })

const plan = 'track/plan.md'
const structure: readonly Failure[] = [
  structural(
    'plan-updated',
    'wrong-commit',
    'a task names the commit with which the project began',
    [change(plan, '<!-- {{sha 2.1}} -->', '<!-- {{sha base}} -->')],
  ),
  structural(
    'plan-updated',
    'not-marked',
    'the work is done and committed, and the plan says it was never begun',
    [
      change(
        plan,
        '- [x] **Task 1.1: Read the settings** <!-- {{sha 1.1}} -->',
        '- [ ] **Task 1.1: Read the settings**',
      ),
      change(
        plan,
        '- [x] **Task 1.2: Let staff sign in, refresh and sign out** <!-- {{sha 1.2}} -->',
        '- [ ] **Task 1.2: Let staff sign in, refresh and sign out**',
      ),
    ],
  ),
  structural('scope', 'extra-export', 'a way to export all patients was added on the way', [
    write(
      'lib/patients/patient.export.js',
      `"use strict";

/** @typedef {import("../http/router.js").Route} Route */

/**
 * @param {import("./patient.repository.js").PatientRepositoryInstance} patients
 * @returns {Route[]}
 */
function exportRoutes(patients) {
  return [
    {
      method: "GET",
      path: "/v1/exports/patients",
      handle: () => ({ status: 200, body: [patients.find(1)] }),
    },
  ];
}

module.exports = { exportRoutes };
`,
    ),
    change(
      'lib/http/app.js',
      '    ...patientRoutes(patients),',
      '    ...patientRoutes(patients),\n    ...exportRoutes(patients),',
    ),
    change(
      'lib/http/app.js',
      'const { patientRoutes } = require("../patients/patient.routes.js");',
      'const { exportRoutes } = require("../patients/patient.export.js");\nconst { patientRoutes } = require("../patients/patient.routes.js");',
    ),
  ]),
  structural(
    'scope',
    'extra-table',
    'a table for a waiting list was added that no task speaks of',
    [
      write(
        'db/migrations/006_waiting_list.sql',
        `CREATE TABLE waiting_list (
  id INTEGER PRIMARY KEY,
  patient_id INTEGER NOT NULL REFERENCES patients (id) ON DELETE CASCADE,
  wished_for TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE INDEX waiting_list_patient_id ON waiting_list (patient_id);
`,
      ),
      change(
        'spec/database.spec.js',
        '"reminders", "staff"]',
        '"reminders", "staff", "waiting_list"]',
      ),
    ],
  ),
  structural('no-skipped', 'no-reason', 'a task was put off and nobody says why', [
    change(plan, '  - Deferred: reception prints the list for now; asked for again in June\n', ''),
  ]),
  structural('no-skipped', 'blocked-without-reason', 'a task is blocked by nobody knows what', [
    change(
      plan,
      '- [ ] **Task 3.2: Export the calendar of a day as iCalendar**\n  - Deferred: reception prints the list for now; asked for again in June\n',
      '- [!] **Task 3.2: Export the calendar of a day as iCalendar**\n',
    ),
  ]),
  structural('build', 'build-script-fails', 'the build script looks for the migrations elsewhere', [
    change('scripts/build.js', 'require("../lib/db/database.js")', 'require("../lib/database.js")'),
  ]),
  structural('build', 'migration-fails', 'a migration refers to a table that does not exist yet', [
    change(
      'db/migrations/005_appointment_notes.sql',
      'ALTER TABLE appointments',
      'ALTER TABLE appointment',
    ),
  ]),
  structural(
    'business-docs',
    'not-flagged',
    'fees and discounts were built and the documents are not mentioned',
    [
      change(
        plan,
        'Business Doc Sync Required: Yes\nReason: fees, discounts and limits are now enforced by the service\nAffected Docs: conductor/product.md, conductor/tech-stack.md\n',
        'All tasks but one are done. The specifications pass.\n',
      ),
    ],
  ),
  structural('business-docs', 'nothing-listed', 'documents are affected, and the list is empty', [
    change(
      plan,
      'Affected Docs: conductor/product.md, conductor/tech-stack.md\n',
      'Affected Docs: none\n',
    ),
  ]),
]

export const businessFailures: readonly Failure[] = [
  ...rules,
  ...correctness,
  ...edges,
  ...transitions,
  ...dataFlow,
  ...journey,
  ...structure,
]
