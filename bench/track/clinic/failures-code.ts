import { change, type Failure, remove, write } from '../cases.ts'

const code = (pass: number, id: string, what: string, edits: Failure['edits']): Failure => ({
  id: `code${pass}-${id}`,
  evaluator: 'eval-code-quality',
  pass,
  what,
  edits,
})

const service = 'lib/appointments/appointment.service.js'
const routes = 'lib/appointments/appointment.routes.js'
const gateway = 'lib/reminders/sms-gateway.js'
const reminders = 'lib/reminders/reminder.service.js'
const patientRoutes = 'lib/patients/patient.routes.js'
const fees = 'lib/billing/fees.js'

export const codeFailures: readonly Failure[] = [
  code(1, 'jsdoc-type-error', 'what a function returns is not what its JSDoc says', [
    change(
      fees,
      'return Math.round((visits[visit].feeCents * (100 - discountPercent)) / 100);',
      'return ((visits[visit].feeCents * (100 - discountPercent)) / 100).toFixed(0);',
    ),
  ]),
  code(1, 'wrong-path', 'a file is required that does not exist', [
    change('bin/serve.js', 'require("../lib/config.js")', 'require("../lib/configuration.js")'),
  ]),
  code(1, 'broken-migration', 'a migration is no SQL, so the build fails', [
    change(
      'db/migrations/004_reminders.sql',
      '  attempts INTEGER NOT NULL DEFAULT 0,\n',
      '  attempts INTEGER NOT NULL DEFAULT,\n',
    ),
  ]),
  code(2, 'any', 'bodies and answers are any', [
    change(
      routes,
      ' * @param {Record<string, unknown>} body\n * @returns {import("./appointment.service.js").Booking}',
      ' * @param {any} body\n * @returns {any}',
    ),
    change(
      gateway,
      '      /** @type {unknown} */\n      const body = await',
      '      /** @type {any} */\n      const body = await',
    ),
  ]),
  code(2, 'unchecked-file', 'types of a whole file are not checked', [
    change(service, '"use strict";\n', '// @ts-nocheck\n"use strict";\n'),
  ]),
  code(2, 'vague-types', 'parameters are objects, functions and stars', [
    change(
      reminders,
      '/** @param {Dependencies} dependencies */',
      '/** @param {*} dependencies */',
    ),
    change(
      reminders,
      `/**
 * @typedef {object} Dependencies
 * @property {import("./reminder.repository.js").ReminderRepositoryInstance} reminders
 * @property {import("../patients/patient.repository.js").PatientRepositoryInstance} patients
 * @property {Pick<import("./sms-gateway.js").SmsGatewayInstance, "send">} gateway
 */

`,
      '',
    ),
    change(
      reminders,
      '   * @param {Appointment} appointment\n   * @returns {Promise<Reminder>}',
      '   * @param {*} appointment\n   * @returns {Promise<*>}',
    ),
  ]),
  code(3, 'database-in-routes', 'routes talk to the database themselves', [
    change(
      patientRoutes,
      '        patients.remove(existing(params).id);\n',
      '        patients.database.prepare("DELETE FROM patients WHERE id = ?").run(existing(params).id);\n',
    ),
    change(
      patientRoutes,
      `        if (patients.findByPhone(patient.phone) !== null)
          throw`,
      `        const row = patients.database.prepare("SELECT id FROM patients WHERE phone = ?").get(patient.phone);
        if (row !== undefined)
          throw`,
    ),
    change(
      'lib/patients/patient.repository.js',
      `
  /** @param {number} id */
  remove(id) {
    this.database.prepare("DELETE FROM patients WHERE id = ?").run(id);
  }
`,
      '',
    ),
  ]),
  code(3, 'unused-require', 'modules are required that nothing uses', [
    change(
      service,
      '"use strict";\n',
      '"use strict";\n\nconst crypto = require("node:crypto");\nconst { isVisit, memberships } = require("../billing/fees.js");',
    ),
  ]),
  code(3, 'duplicate', 'two repositories read patients by the same lines', [
    change(
      'lib/reminders/reminder.repository.js',
      '  /** @param {Reminder} reminder */\n  save(',
      `  /**
   * @param {number} id
   * @returns {{ id: number, name: string, phone: string, membership: string } | null}
   */
  findPatient(id) {
    const row = this.database.prepare("SELECT * FROM patients WHERE id = ?").get(id);
    return row === undefined ? null : toPatient(row);
  }

  /** @param {Reminder} reminder */
  save(`,
    ),
    change(
      'lib/reminders/reminder.repository.js',
      '/** @typedef {InstanceType',
      `/**
 * @param {Record<string, unknown>} row
 * @returns {{ id: number, name: string, phone: string, membership: string }}
 */
const toPatient = (row) => ({
  id: Number(row.id),
  name: String(row.name),
  phone: String(row.phone),
  membership: String(row.membership),
});

/**
 * @param {Date} startsAt
 * @param {Date} endsAt
 * @returns {boolean}
 */
function isWithinOpeningHours(startsAt, endsAt) {
  const day = startsAt.getUTCDay();
  const end = endsAt.getUTCHours() * 60 + endsAt.getUTCMinutes();
  const isWeekday = day >= 1 && day <= 5;
  const isSameDay = endsAt.getUTCDay() === day;
  return isWeekday && isSameDay && startsAt.getUTCHours() >= 8 && end <= 18 * 60;
}

/**
 * @param {string} startsAt
 * @param {string} endsAt
 */
const isSendable = (startsAt, endsAt) => isWithinOpeningHours(new Date(startsAt), new Date(endsAt));

/** @typedef {InstanceType`,
    ),
    change(
      'lib/reminders/reminder.repository.js',
      'module.exports = { ReminderRepository };',
      'module.exports = { ReminderRepository, isSendable };',
    ),
    change(
      reminders,
      'const patient = this.patients.find(appointment.patientId);',
      'const patient = this.reminders.findPatient(appointment.patientId);\n    if (!isSendable(appointment.startsAt, appointment.endsAt)) throw conflict("This appointment is outside the opening hours.");',
    ),
    change(
      reminders,
      'const { conflict, notFound } = require("../errors.js");',
      'const { conflict, notFound } = require("../errors.js");\nconst { isSendable } = require("./reminder.repository.js");',
    ),
  ]),
  code(3, 'cycle', 'fees and appointments require each other', [
    change(
      fees,
      '"use strict";\n',
      '"use strict";\n\nconst states = require("../appointments/appointment.states.js");',
    ),
    change(
      fees,
      '/**\n * @param {Visit} visit\n * @returns {number}\n */\nconst minutesOf',
      `/**
 * @param {import("../appointments/appointment.states.js").AppointmentStatus} status
 * @returns {boolean}
 */
const isBillable = (status) => !states.upcomingStatuses.includes(status);

/**
 * @param {Visit} visit
 * @returns {number}
 */
const minutesOf`,
    ),
    change(
      fees,
      '  noShowFeeCents,\n  minutesOf,',
      '  noShowFeeCents,\n  isBillable,\n  minutesOf,',
    ),
    change(
      'lib/appointments/appointment.states.js',
      '"use strict";\n',
      '"use strict";\n\nconst fees = require("../billing/fees.js");',
    ),
    change(
      'lib/appointments/appointment.states.js',
      'module.exports = { canMove,',
      `/**
 * @param {AppointmentStatus} status
 * @param {import("../billing/fees.js").Visit} visit
 * @returns {boolean}
 */
const isLongAndUpcoming = (status, visit) => upcomingStatuses.includes(status) && fees.minutesOf(visit) > 30;

module.exports = { isLongAndUpcoming, canMove,`,
    ),
    change(
      'spec/states.spec.js',
      'const { canMove, isStatus, upcomingStatuses }',
      'const { canMove, isLongAndUpcoming, isStatus, upcomingStatuses }',
    ),
    change(
      'spec/states.spec.js',
      '    assert.deepEqual(upcomingStatuses, ["requested", "confirmed"]);',
      '    assert.deepEqual(upcomingStatuses, ["requested", "confirmed"]);\n    assert.equal(isLongAndUpcoming("requested", "procedure"), true);',
    ),
    change(
      'spec/fees.spec.js',
      '    assert.equal(fees.noShowFeeCents("consultation"), 6500);',
      '    assert.equal(fees.noShowFeeCents("consultation"), 6500);\n    assert.equal(fees.isBillable("completed"), true);',
    ),
  ]),
  code(4, 'silent-start', 'a service that cannot start ends without a word and with success', [
    change(
      'bin/serve.js',
      `} catch (error) {
  process.stderr.write(\`\${error instanceof Error ? error.message : String(error)}\\n\`);
  process.exitCode = 1;
}`,
      '} catch (error) {}',
    ),
  ]),
  code(4, 'parse-unguarded', 'a body that is no JSON breaks the service', [
    change('lib/http/body.js', '  const value = parse(text);', '  const value = JSON.parse(text);'),
    change(
      'lib/http/body.js',
      `/**
 * @param {string} text
 * @returns {unknown}
 */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest("Send a JSON object.");
  }
}

`,
      '',
    ),
    change('spec/desk.spec.js', '      ["{", "Send a JSON object."],\n', ''),
  ]),
  code(4, 'not-awaited', 'a reminder is answered before it is sent, and its errors reach nobody', [
    change(
      routes,
      `        const reminder = await reminders.send(appointment);
        return { status: reminder.status === "sent" ? 200 : 502, body: reminder };`,
      `        reminders.send(appointment);
        return { status: 200, body: { appointmentId: appointment.id, status: "sent", attempts: 1 } };`,
    ),
    change(
      'spec/reminders.spec.js',
      `    assert.equal(calls.length, 1);
    assert.match(calls[0]?.body ?? "", /your checkup is on 2026-05-06 at 09:00/);
`,
      '    assert.ok(calls.length >= 0);\n',
    ),
    change(
      'spec/reminders.spec.js',
      `  it("is kept as failed, and can be sent again", async () => {
    const { sms } = await openGateway(fails(500), fails(500), taken);
    const { confirm, remind } = await deskWithAppointment({ sms });
    await confirm();
    assert.deepEqual(await remind(), {
      status: 502,
      body: { appointmentId: 1, status: "failed", attempts: 1 },
    });
    assert.deepEqual(await remind(), {
      status: 200,
      body: { appointmentId: 1, status: "sent", attempts: 2 },
    });
  });

  it("is for confirmed appointments", async () => {
    const { remind } = await deskWithAppointment({});
    assert.equal((await remind()).status, 409);
  });
`,
      '',
    ),
  ]),
  code(5, 'commented-out', 'the old way to book is kept in a comment', [
    change(
      service,
      '    return inTransaction(this.database, () => {\n      const patient',
      `    // const patient = this.patients.find(patientId);
    // if (patient === null) throw notFound("patient");
    // const practitionerId = this.appointments.practitionerId(practitioner);
    // const others = this.appointments.listOfDay(startsAt.toISOString().slice(0, 10));
    // for (const other of others) {
    //   if (other.practitionerId === practitionerId && other.startsAt === startsAt.toISOString())
    //     throw conflict("taken");
    // }
    // return this.appointments.create({ patientId, practitionerId, visit, notes });
    return inTransaction(this.database, () => {
      const patient`,
    ),
  ]),
  code(5, 'console-and-todo', 'printing and notes to oneself are left in the code', [
    change(
      gateway,
      '      const answer = await this.post(phone, text);',
      '      const answer = await this.post(phone, text);\n      console.log("attempt", attempt, answer);',
    ),
    change(
      gateway,
      '    return { isTaken: false, reason };',
      '    // TODO: put it into a queue instead of giving up\n    return { isTaken: false, reason };',
    ),
  ]),
  code(
    5,
    'never-called',
    'a repository has methods that nobody calls, and a file that nobody requires',
    [
      change(
        'lib/appointments/appointment.repository.js',
        '  /**\n   * @param {number} id\n   * @param {{ status: AppointmentStatus, feeCents: number }} change',
        `  /**
   * @param {number} patientId
   * @returns {Appointment[]}
   */
  listOfPatient(patientId) {
    return this.database
      .prepare("SELECT * FROM appointments WHERE patient_id = ? ORDER BY starts_at")
      .all(patientId)
      .map(toAppointment);
  }

  /**
   * @param {number} id
   * @param {{ status: AppointmentStatus, feeCents: number }} change`,
      ),
      write(
        'lib/billing/invoices.js',
        `"use strict";

const { feeCents } = require("./fees.js");

/**
 * @param {import("./fees.js").Visit[]} visits
 * @param {import("./fees.js").Membership} membership
 * @returns {string[]}
 */
function invoiceLines(visits, membership) {
  return visits.map((visit) => \`\${visit}: \${(feeCents(visit, membership) / 100).toFixed(2)} EUR\`);
}

module.exports = { invoiceLines };
`,
      ),
      change(
        'track/plan.md',
        '`lib/billing/fees.js`, ',
        '`lib/billing/fees.js`, `lib/billing/invoices.js`, ',
      ),
    ],
  ),
  code(6, 'no-tests', 'the desk and the reminders are not tested', [
    remove('spec/desk.spec.js'),
    remove('spec/reminders.spec.js'),
    remove('spec/helpers/desk.js'),
    change(
      'track/plan.md',
      '`docs/openapi.yaml`, `spec/helpers/desk.js`, `spec/desk.spec.js`, `spec/reminders.spec.js`',
      '`docs/openapi.yaml`',
    ),
  ]),
  code(6, 'test-script-does-nothing', 'the test script prints that all is well', [
    change(
      'package.json',
      '"test": "node --test \\"spec/**/*.spec.js\\""',
      '"test": "echo all tests passed"',
    ),
  ]),
  code(6, 'only-one-runs', 'one test is marked as the only one and the others are skipped', [
    change('spec/desk.spec.js', 'describe("booking", () => {', 'describe.skip("booking", () => {'),
    change(
      'spec/desk.spec.js',
      'describe("patients", () => {',
      'describe.skip("patients", () => {',
    ),
    change(
      'spec/desk.spec.js',
      'describe("moving an appointment", () => {',
      'describe.skip("moving an appointment", () => {',
    ),
    change(
      'spec/reminders.spec.js',
      'describe("a reminder", () => {',
      'describe.skip("a reminder", () => {',
    ),
    change(
      'spec/reminders.spec.js',
      'describe("the gateway", () => {',
      'describe.skip("the gateway", () => {',
    ),
  ]),
]
