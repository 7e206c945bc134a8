import { change, type Failure, write } from '../cases.ts'

const integration = (pass: number, id: string, what: string, edits: Failure['edits']): Failure => ({
  id: `int${pass}-${id}`,
  evaluator: 'eval-integration',
  pass,
  what,
  edits,
})

const gateway = 'lib/reminders/sms-gateway.js'
const reminders = 'lib/reminders/reminder.service.js'
const routes = 'lib/appointments/appointment.routes.js'
const staff = 'lib/staff/staff.service.js'
const prisma = 'prisma/schema.prisma'
const desk = 'spec/desk.spec.js'
const remindersSpec = 'spec/reminders.spec.js'
const appointments = 'db/migrations/003_appointments.sql'
const reminderTable = 'db/migrations/004_reminders.sql'

const contracts: readonly Failure[] = [
  integration(1, 'no-timeout', 'the service waits for the gateway for ever', [
    change(gateway, '        signal: AbortSignal.timeout(this.timeoutMs),\n', ''),
    change(
      remindersSpec,
      `    const silent = await openGateway(() => undefined);
    assert.equal((await new SmsGateway({ ...silent.sms, timeoutMs: 100 }).send("+441234567", "Hello")).isTaken, false);
`,
      '',
    ),
    change(
      remindersSpec,
      'it("does not wait for ever, and copes with text"',
      'it("copes with text"',
    ),
  ]),
  integration(
    1,
    'description-outdated',
    'appointments are described with fields that they do not have',
    [
      change(
        'docs/openapi.yaml',
        'required: [id, patientId, practitionerId, visit, status, startsAt, endsAt, feeCents, notes]',
        'required: [id, patient_id, practitioner_id, visit, state, from, to, fee]',
      ),
      change(
        'docs/openapi.yaml',
        `        patientId:
          type: integer
        practitionerId:
          type: integer
        visit:
          $ref: "#/components/schemas/Visit"
        status:
          $ref: "#/components/schemas/Status"
        startsAt:
          type: string
          format: date-time
        endsAt:
          type: string
          format: date-time
        feeCents:
          type: integer
        notes:
          type: string`,
        `        patient_id:
          type: string
        practitioner_id:
          type: string
        visit:
          $ref: "#/components/schemas/Visit"
        state:
          $ref: "#/components/schemas/Status"
        from:
          type: string
          format: date-time
        to:
          type: string
          format: date-time
        fee:
          type: number`,
      ),
    ],
  ),
  integration(1, 'status-not-checked', 'every answer of the gateway is taken as success', [
    change(
      gateway,
      `      if (!response.ok)
        return {
          isTaken: false,
          reason: \`the gateway answered \${response.status}\`,
          isWorthRepeating: response.status >= 500,
        };
      /** @type {unknown} */
      const body = await response.json();
      if (typeof body === "object" && body !== null && "id" in body) return { isTaken: true };
      return { isTaken: false, reason: "the gateway sent no id", isWorthRepeating: false };`,
      `      await response.text();
      return { isTaken: true };`,
    ),
    change(
      remindersSpec,
      `  it("tries once more after an error of the gateway", async () => {
    const { calls, sms } = await openGateway(fails(503), taken);
    assert.deepEqual(await new SmsGateway(sms).send("+441234567", "Hello"), { isTaken: true });
    assert.equal(calls.length, 2);
  });

  it("gives up after the second error", async () => {
    const { calls, sms } = await openGateway(fails(500));
    assert.deepEqual(await new SmsGateway(sms).send("+441234567", "Hello"), {
      isTaken: false,
      reason: "the gateway answered 500",
    });
    assert.equal(calls.length, 2);
  });

  it("does not repeat what was refused, or answered with something else", async () => {
    for (const answer of [fails(401), fails(429), fails(200)]) {
      const { calls, sms } = await openGateway(answer);
      assert.equal((await new SmsGateway(sms).send("+441234567", "Hello")).isTaken, false);
      assert.equal(calls.length, 1);
    }
  });

`,
      '',
    ),
    change(
      remindersSpec,
      `    const talking = await openGateway((reply) => void reply.end("<html>"));
    assert.equal((await new SmsGateway(talking.sms).send("+441234567", "Hello")).isTaken, false);
`,
      '',
    ),
    change(
      remindersSpec,
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

`,
      '',
    ),
    change(
      remindersSpec,
      '/** @param {number} status */\nconst fails = (status) => (/** @type {http.ServerResponse} */ reply) => void reply.writeHead(status).end("{}");\n',
      '',
    ),
  ]),
]

const auth: readonly Failure[] = [
  integration(2, 'open-route', 'anybody can read the data of patients', [
    change(
      'lib/patients/patient.routes.js',
      `      path: "/v1/patients/:id",
      handle: ({ params }) => ({ status: 200`,
      `      path: "/v1/patients/:id",
      isPublic: true,
      handle: ({ params }) => ({ status: 200`,
    ),
    change(desk, '      ["GET", "/v1/patients/1"],\n', ''),
    change(
      desk,
      `    assert.equal((await desk.send("DELETE", "/v1/tokens/current")).status, 204);
    assert.equal((await desk.send("GET", "/v1/patients/1")).status, 401);`,
      `    assert.equal((await desk.send("DELETE", "/v1/tokens/current")).status, 204);
    assert.equal((await desk.send("GET", "/v1/appointments/1")).status, 401);`,
    ),
    change(
      desk,
      `    assert.equal((await desk.send("GET", "/v1/patients/1")).status, 401);
    desk.useToken(String(body.token));
    desk.wait(7);
    assert.equal((await desk.send("GET", "/v1/patients/1")).status, 404);
    desk.wait(1);
    assert.equal((await desk.send("GET", "/v1/patients/1")).status, 401);`,
      `    assert.equal((await desk.send("GET", "/v1/appointments/1")).status, 401);
    desk.useToken(String(body.token));
    desk.wait(7);
    assert.equal((await desk.send("GET", "/v1/appointments/1")).status, 404);
    desk.wait(1);
    assert.equal((await desk.send("GET", "/v1/appointments/1")).status, 401);`,
    ),
  ]),
  integration(2, 'token-never-ends', 'a token is good for ever', [
    change(
      'lib/staff/staff.repository.js',
      ' WHERE token_hash = ? AND expires_at > ?",\n      )\n      .get(tokenHash, this.now().toISOString());',
      ' WHERE token_hash = ?",\n      )\n      .get(tokenHash);',
    ),
    change(
      desk,
      `    desk.wait(1);
    assert.equal((await desk.send("GET", "/v1/patients/1")).status, 401);
`,
      '',
    ),
    change(desk, 'it("end after eight hours, unless they are refreshed"', 'it("can be refreshed"'),
  ]),
  integration(2, 'password-in-plain-text', 'passwords are stored as they are', [
    change(
      staff,
      `function hashPassword(password) {
  const salt = crypto.randomBytes(16);
  return \`\${salt.toString("hex")}:\${crypto.scryptSync(password, salt, 32).toString("hex")}\`;
}`,
      `function hashPassword(password) {
  return password;
}`,
    ),
    change(
      staff,
      `  const [salt = "", hash = ""] = stored.split(":");
  const actual = crypto.scryptSync(password, Buffer.from(salt, "hex"), 32);
  return crypto.timingSafeEqual(actual, Buffer.from(hash, "hex"));`,
      '  return password === stored;',
    ),
  ]),
  integration(2, 'old-token-lives', 'after a refresh the old token still works', [
    change(
      staff,
      '    this.signOut(token);\n    return this.issue(member);',
      '    return this.issue(member);',
    ),
    change(
      staff,
      '   * Swaps a token for a new one; the old one ends.',
      '   * Gives another token.',
    ),
    change(
      desk,
      `    assert.equal(status, 201);
    assert.equal((await desk.send("GET", "/v1/patients/1")).status, 401);
`,
      '    assert.equal(status, 201);\n',
    ),
  ]),
]

const persistence: readonly Failure[] = [
  integration(3, 'no-primary-key', 'reminders have no primary key', [
    change(reminderTable, '  id INTEGER PRIMARY KEY,\n', '  id INTEGER,\n'),
  ]),
  integration(3, 'no-index', 'a foreign key has no index', [
    change(
      appointments,
      'CREATE INDEX appointments_patient_id ON appointments (patient_id);\n',
      '',
    ),
    change(prisma, '  @@index([patientId])\n', ''),
  ]),
  integration(3, 'no-timestamps', 'nobody knows when a practitioner was added', [
    change(
      appointments,
      '  name TEXT NOT NULL UNIQUE,\n  created_at TEXT NOT NULL,\n  updated_at TEXT NOT NULL\n);',
      '  name TEXT NOT NULL UNIQUE\n);',
    ),
    change(
      prisma,
      '  name         String        @unique\n  createdAt    String        @map("created_at")\n  updatedAt    String        @map("updated_at")\n',
      '  name         String        @unique\n',
    ),
    change(
      'lib/appointments/appointment.repository.js',
      `    const at = this.now().toISOString();
    this.database
      .prepare("INSERT INTO practitioners (name, created_at, updated_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING")
      .run(name, at, at);`,
      `    this.database
      .prepare("INSERT INTO practitioners (name) VALUES (?) ON CONFLICT (name) DO NOTHING")
      .run(name);`,
    ),
    change(
      'spec/database.spec.js',
      `.prepare("INSERT INTO practitioners (name, created_at, updated_at) VALUES ('Dr. Oduya', 'x', 'x')")`,
      `.prepare("INSERT INTO practitioners (name) VALUES ('Dr. Oduya')")`,
    ),
    change(
      'spec/database.spec.js',
      "INSERT INTO practitioners VALUES (1, 'Dr. Oduya', 'x', 'x');",
      "INSERT INTO practitioners VALUES (1, 'Dr. Oduya');",
    ),
  ]),
  integration(
    3,
    'no-rule-for-removal',
    'nobody says what happens to appointments when a patient is removed',
    [
      change(
        appointments,
        'REFERENCES patients (id) ON DELETE CASCADE,',
        'REFERENCES patients (id),',
      ),
      change(
        prisma,
        'fields: [patientId], references: [id], onDelete: Cascade)',
        'fields: [patientId], references: [id])',
      ),
      change(
        'spec/database.spec.js',
        `    database.exec("DELETE FROM patients");
    assert.equal(database.prepare("SELECT * FROM appointments").all().length, 0);
`,
        '',
      ),
      change(
        'spec/database.spec.js',
        'it("removes appointments with their patient, and keeps practitioners who have some"',
        'it("keeps practitioners who have appointments"',
      ),
    ],
  ),
  integration(3, 'no-foreign-key', 'a reminder may belong to an appointment that does not exist', [
    change(
      reminderTable,
      'appointment_id INTEGER NOT NULL UNIQUE REFERENCES appointments (id) ON DELETE CASCADE,',
      'appointment_id INTEGER NOT NULL UNIQUE,',
    ),
    change(
      prisma,
      '  appointment   Appointment @relation(fields: [appointmentId], references: [id], onDelete: Cascade)\n',
      '',
    ),
    change(prisma, '  reminder       Reminder?\n', ''),
  ]),
  integration(3, 'no-unique', 'two patients can have one phone number in the database', [
    change(
      'db/migrations/002_patients.sql',
      '  phone TEXT NOT NULL UNIQUE,',
      '  phone TEXT NOT NULL,',
    ),
    change(prisma, '  phone        String        @unique', '  phone        String'),
  ]),
  integration(
    3,
    'column-without-default',
    'a new column must be filled, and rows that exist have nothing for it',
    [
      write(
        'db/migrations/006_appointment_room.sql',
        'ALTER TABLE appointments ADD COLUMN room TEXT NOT NULL;\n',
      ),
      change(
        prisma,
        '  notes          String       @default("")\n',
        '  notes          String       @default("")\n  room           String\n',
      ),
      change(
        'track/plan.md',
        '`db/migrations/005_appointment_notes.sql`',
        '`db/migrations/005_appointment_notes.sql`, `db/migrations/006_appointment_room.sql`',
      ),
    ],
  ),
  integration(3, 'schema-drift', 'the Prisma schema does not have the columns of the migrations', [
    change(prisma, '  notes          String       @default("")\n', ''),
    change(
      prisma,
      '  feeCents       Int          @default(0) @map("fee_cents")\n',
      '  fee            Float        @default(0)\n',
    ),
  ]),
  integration(3, 'update-not-saved', 'changing a patient answers well and saves nothing', [
    change('lib/patients/patient.routes.js', '        patients.update(patient);\n', ''),
    change(
      'lib/patients/patient.repository.js',
      `  /** @param {Patient} patient */
  update({ id, name, phone, membership }) {
    this.database
      .prepare("UPDATE patients SET name = ?, phone = ?, membership = ?, updated_at = ? WHERE id = ?")
      .run(name, phone, membership, this.now().toISOString(), id);
  }

`,
      '',
    ),
    change(
      desk,
      '    assert.deepEqual((await desk.send("GET", "/v1/patients/1")).body, { id: 1, ...changed });\n',
      '',
    ),
    change(
      desk,
      '    await desk.send("PUT", "/v1/patients/1", { ...ada, membership: "family" });\n    assert.equal((await book()).body.feeCents, 5850);',
      '    await desk.send("POST", "/v1/patients", { name: "Eve", phone: "+449999999", membership: "family" });\n    assert.equal((await book({ patientId: 2 })).body.feeCents, 5850);',
    ),
  ]),
]

const recovery: readonly Failure[] = [
  integration(4, 'network-error-thrown', 'the service breaks when the gateway is not there', [
    change(gateway, '    try {\n      const response', '      const response'),
    change(
      gateway,
      `      return { isTaken: false, reason: "the gateway sent no id", isWorthRepeating: false };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { isTaken: false, reason, isWorthRepeating: true };
    }
`,
      '      return { isTaken: false, reason: "the gateway sent no id", isWorthRepeating: false };\n',
    ),
    change(
      remindersSpec,
      `    assert.equal((await new SmsGateway({ ...silent.sms, timeoutMs: 100 }).send("+441234567", "Hello")).isTaken, false);
    const talking = await openGateway((reply) => void reply.end("<html>"));
    assert.equal((await new SmsGateway(talking.sms).send("+441234567", "Hello")).isTaken, false);
`,
      `    await assert.rejects(new SmsGateway({ ...silent.sms, timeoutMs: 100 }).send("+441234567", "Hello"));
`,
    ),
  ]),
  integration(4, 'endless-retry', 'the gateway is asked again and again until it answers', [
    change(
      gateway,
      `    let reason = "";
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const answer = await this.post(phone, text);
      if (answer.isTaken) return answer;
      reason = answer.reason;
      if (!answer.isWorthRepeating) break;
    }
    return { isTaken: false, reason };`,
      `    while (true) {
      const answer = await this.post(phone, text);
      if (answer.isTaken) return answer;
      if (!answer.isWorthRepeating) return { isTaken: false, reason: answer.reason };
    }`,
    ),
    change(gateway, 'const attempts = 2;\n\n', ''),
    change(
      gateway,
      '   * Tries again once when the gateway is not there or has a problem of its own.',
      '   * Tries again while the gateway is not there or has a problem of its own.',
    ),
    change(
      remindersSpec,
      `  it("gives up after the second error", async () => {
    const { calls, sms } = await openGateway(fails(500));
    assert.deepEqual(await new SmsGateway(sms).send("+441234567", "Hello"), {
      isTaken: false,
      reason: "the gateway answered 500",
    });
    assert.equal(calls.length, 2);
  });

`,
      '',
    ),
    change(
      remindersSpec,
      `    const silent = await openGateway(() => undefined);
    assert.equal((await new SmsGateway({ ...silent.sms, timeoutMs: 100 }).send("+441234567", "Hello")).isTaken, false);
    const talking = await openGateway((reply) => void reply.end("<html>"));
    assert.equal((await new SmsGateway(talking.sms).send("+441234567", "Hello")).isTaken, false);
`,
      `    const talking = await openGateway((reply) => void reply.end("<html>"), taken);
    assert.equal((await new SmsGateway(talking.sms).send("+441234567", "Hello")).isTaken, true);
`,
    ),
    change(
      remindersSpec,
      '    const { sms } = await openGateway(fails(500), fails(500), taken);',
      '    const { sms } = await openGateway(fails(400), taken);',
    ),
  ]),
  integration(
    4,
    'sent-before-sent',
    'a reminder is noted as sent before it is sent, and stays so when it was not',
    [
      change(
        reminders,
        `    const delivery = await this.gateway.send(patient.phone, textOf(appointment));
    if (!delivery.isTaken)
      process.stderr.write(\`Reminder of appointment \${appointment.id}: \${delivery.reason}\\n\`);
    /** @type {Reminder} */
    const reminder = {
      appointmentId: appointment.id,
      status: delivery.isTaken ? "sent" : "failed",
      attempts: (earlier?.attempts ?? 0) + 1,
    };
    this.reminders.save(reminder);
    return reminder;`,
        `    const attempts = (earlier?.attempts ?? 0) + 1;
    this.reminders.save({ appointmentId: appointment.id, status: "sent", attempts });
    const delivery = await this.gateway.send(patient.phone, textOf(appointment));
    return { appointmentId: appointment.id, status: delivery.isTaken ? "sent" : "failed", attempts };`,
      ),
      change(
        remindersSpec,
        `    assert.deepEqual(await remind(), {
      status: 200,
      body: { appointmentId: 1, status: "sent", attempts: 2 },
    });
`,
        '',
      ),
      change(
        remindersSpec,
        'it("is kept as failed, and can be sent again"',
        'it("tells when it failed"',
      ),
    ],
  ),
]

const environments: readonly Failure[] = [
  integration(5, 'example-incomplete', 'the key of the gateway is not in the example', [
    change('.env.example', 'SMS_GATEWAY_KEY=\n', ''),
  ]),
  integration(5, 'secret-in-example', 'the example holds the real key of the gateway', [
    change(
      '.env.example',
      'SMS_GATEWAY_URL=\nSMS_GATEWAY_KEY=\n',
      'SMS_GATEWAY_URL=https://api.brightsms.com\nSMS_GATEWAY_KEY=bsk_live_7Qm2VxT9LpR4sWc8ZkY1hNd6\n',
    ),
  ]),
  integration(
    5,
    'default-password',
    'without a password the first member of staff has one that everybody knows',
    [
      change(
        'lib/config.js',
        'password: env.ADMIN_PASSWORD || ""',
        'password: env.ADMIN_PASSWORD || "clinic2026!"',
      ),
      change('lib/config.js', '"DATABASE_PATH", "ADMIN_PASSWORD", ', '"DATABASE_PATH", '),
      change('spec/config.spec.js', 'password: "" }', 'password: "clinic2026!" }'),
      change(
        'spec/config.spec.js',
        'DATABASE_PATH is missing, ADMIN_PASSWORD is missing, ',
        'DATABASE_PATH is missing, ',
      ),
    ],
  ),
  integration(
    5,
    'read-anywhere',
    'a setting is read in the middle of the code and documented nowhere',
    [
      change(
        'lib/reminders/reminder.service.js',
        '`Riverside clinic: your',
        '`${process.env.CLINIC_SMS_SENDER}: your',
      ),
    ],
  ),
]

const flow: readonly Failure[] = [
  integration(
    6,
    'other-address',
    'appointments are moved at another address than everybody was told',
    [
      change(
        routes,
        'path: "/v1/appointments/:id/transitions"',
        'path: "/v1/appointments/:id/status"',
      ),
      change(
        desk,
        'desk.send("POST", `/v1/appointments/${id}/transitions`, { to })',
        'desk.send("POST", `/v1/appointments/${id}/status`, { to })',
      ),
      change(remindersSpec, '"/v1/appointments/1/transitions"', '"/v1/appointments/1/status"'),
    ],
  ),
  integration(6, 'does-not-start', 'the service cannot be started as it is documented', [
    change('bin/serve.js', 'require("../lib/http/app.js")', 'require("../lib/http/server.js")'),
  ]),
  integration(
    6,
    'route-not-registered',
    'the routes of reminders were written and never registered',
    [
      change(
        routes,
        `    {
      method: "POST",
      path: "/v1/appointments/:id/reminders",
      handle: async ({ params }) => {
        const appointment = service.get(requiredId(params.id, "id"));
        const reminder = await reminders.send(appointment);
        return { status: reminder.status === "sent" ? 200 : 502, body: reminder };
      },
    },
`,
        '',
      ),
      change(
        routes,
        'function appointmentRoutes(service, reminders) {',
        'function appointmentRoutes(service) {',
      ),
      change(
        routes,
        ' * @param {import("../reminders/reminder.service.js").ReminderServiceInstance} reminders\n',
        '',
      ),
      change(
        'lib/http/app.js',
        '    ...appointmentRoutes(service, reminderService),',
        '    ...appointmentRoutes(service),',
      ),
      change(
        'lib/http/app.js',
        `  const gateway = new SmsGateway(config.sms);
  const reminderService = new ReminderService({ reminders, patients, gateway });
`,
        '',
      ),
      change('lib/http/app.js', '  const reminders = new ReminderRepository(database, now);\n', ''),
      change(
        'lib/http/app.js',
        'const { ReminderRepository } = require("../reminders/reminder.repository.js");\nconst { ReminderService } = require("../reminders/reminder.service.js");\nconst { SmsGateway } = require("../reminders/sms-gateway.js");\n',
        '',
      ),
      change(desk, '      ["POST", "/v1/appointments/1/reminders"],\n', ''),
      change(
        remindersSpec,
        `describe("a reminder", () => {
  /** @param {Parameters<typeof openDesk>[0]} options */
  async function deskWithAppointment(options) {
    const desk = await openDesk(options);
    closers.push(desk.close);
    await desk.signIn();
    await desk.send("POST", "/v1/patients", { name: "Ada Byron", phone: "+441234567" });
    await desk.send("POST", "/v1/appointments", {
      patientId: 1,
      practitioner: "Dr. Oduya",
      visit: "checkup",
      startsAt: "2026-05-06T09:00:00Z",
    });
    const confirm = () => desk.send("POST", "/v1/appointments/1/transitions", { to: "confirmed" });
    const remind = () => desk.send("POST", "/v1/appointments/1/reminders");
    return { ...desk, confirm, remind };
  }

  it("is sent once", async () => {
    const { calls, sms } = await openGateway(taken);
    const { confirm, remind } = await deskWithAppointment({ sms });
    await confirm();
    const sent = { status: 200, body: { appointmentId: 1, status: "sent", attempts: 1 } };
    assert.deepEqual(await remind(), sent);
    assert.deepEqual(await remind(), sent);
    assert.equal(calls.length, 1);
    assert.match(calls[0]?.body ?? "", /your checkup is on 2026-05-06 at 09:00/);
  });

  it("is kept as failed, and can be sent again", async () => {
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
});
`,
        '',
      ),
      change(remindersSpec, 'const { openDesk } = require("./helpers/desk.js");\n', ''),
    ],
  ),
]

export const integrationFailures: readonly Failure[] = [
  ...contracts,
  ...auth,
  ...persistence,
  ...recovery,
  ...environments,
  ...flow,
]
