import { change, type Failure, write } from '../cases.ts'

/** Written without a look at the checks, and like none of the others. */
export const clinicUnseen: readonly Failure[] = [
  {
    id: 'own-schema-behind',
    what: 'the schema of Prisma lacks a column of the migrations',
    evaluator: 'eval-integration',
    pass: 3,
    edits: [
      write(
        'db/migrations/006_patient_email.sql',
        "ALTER TABLE patients ADD COLUMN email TEXT NOT NULL DEFAULT '';\n",
      ),
    ],
  },
  {
    id: 'own-gateway-logged',
    what: 'the key of the gateway is printed with each failure',
    evaluator: 'eval-integration',
    pass: 5,
    edits: [
      change(
        'lib/reminders/sms-gateway.js',
        '      const reason = error instanceof Error ? error.message : String(error);\n',
        '      const reason = error instanceof Error ? error.message : String(error);\n      process.stderr.write(`gateway ${this.url} with key ${this.key}: ${reason}\\n`);\n',
      ),
    ],
  },
  {
    id: 'own-fee-of-today',
    what: 'who does not come pays with the discount of the membership',
    evaluator: 'eval-business-logic',
    pass: 2,
    edits: [
      change(
        'lib/billing/fees.js',
        'const noShowFeeCents = (visit) => visits[visit].feeCents;',
        'const noShowFeeCents = (visit) => feeCents(visit, "care");',
      ),
    ],
  },
  {
    id: 'own-unused-helper',
    what: 'a helper was written that nothing calls',
    evaluator: 'eval-code-quality',
    pass: 5,
    edits: [
      change(
        'lib/patients/patient.routes.js',
        'module.exports = { patientRoutes };',
        `/** @param {Patient} patient */
function describePatient(patient) {
  return \`\${patient.name} (\${patient.phone})\`;
}

module.exports = { patientRoutes };`,
      ),
    ],
  },
  {
    id: 'own-health-behind-token',
    what: 'nobody can ask whether the service is well without a token',
    evaluator: 'eval-business-logic',
    pass: 2,
    edits: [
      change(
        'lib/http/app.js',
        'path: "/health", isPublic: true,',
        'path: "/health", isPublic: false,',
      ),
    ],
  },
  {
    id: 'own-weekend',
    what: 'appointments are taken on Saturdays, and the message says so',
    evaluator: 'eval-business-logic',
    pass: 1,
    edits: [
      change(
        'lib/appointments/appointment.service.js',
        'const isWeekday = day >= 1 && day <= 5;',
        'const isWeekday = day >= 1 && day <= 6;',
      ),
    ],
  },
]
