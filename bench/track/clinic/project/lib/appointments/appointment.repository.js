"use strict";

/** @typedef {import("./appointment.states.js").AppointmentStatus} AppointmentStatus */
/** @typedef {import("../billing/fees.js").Visit} Visit */

/**
 * @typedef {object} Appointment
 * @property {number} id
 * @property {number} patientId
 * @property {number} practitionerId
 * @property {Visit} visit
 * @property {AppointmentStatus} status
 * @property {string} startsAt
 * @property {string} endsAt
 * @property {number} feeCents
 * @property {string} notes
 */

class AppointmentRepository {
  /**
   * @param {import("node:sqlite").DatabaseSync} database
   * @param {() => Date} now
   */
  constructor(database, now) {
    this.database = database;
    this.now = now;
  }

  /**
   * The practitioner's id; practitioners are known by name and made when they are new.
   *
   * @param {string} name
   * @returns {number}
   */
  practitionerId(name) {
    const at = this.now().toISOString();
    this.database
      .prepare("INSERT INTO practitioners (name, created_at, updated_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING")
      .run(name, at, at);
    return Number(this.database.prepare("SELECT id FROM practitioners WHERE name = ?").get(name)?.id);
  }

  /**
   * @param {Omit<Appointment, "id">} appointment
   * @returns {Appointment}
   */
  create(appointment) {
    const at = this.now().toISOString();
    const { patientId, practitionerId, visit, status, startsAt, endsAt, feeCents, notes } = appointment;
    const { lastInsertRowid } = this.database
      .prepare(
        "INSERT INTO appointments (patient_id, practitioner_id, visit, status, starts_at, ends_at, fee_cents, notes, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      )
      .run(patientId, practitionerId, visit, status, startsAt, endsAt, feeCents, notes, at, at);
    return { id: Number(lastInsertRowid), ...appointment };
  }

  /**
   * @param {number} id
   * @returns {Appointment | null}
   */
  find(id) {
    const row = this.database.prepare("SELECT * FROM appointments WHERE id = ?").get(id);
    return row === undefined ? null : toAppointment(row);
  }

  /**
   * @param {string} day such as `2026-05-04`
   * @returns {Appointment[]}
   */
  listOfDay(day) {
    return this.database
      .prepare("SELECT * FROM appointments WHERE starts_at >= ? AND starts_at < ? ORDER BY starts_at")
      .all(`${day}T00:00:00.000Z`, `${day}T24:00:00.000Z`)
      .map(toAppointment);
  }

  /**
   * @param {number} practitionerId
   * @param {string} startsAt
   * @param {string} endsAt
   * @returns {boolean}
   */
  hasOverlap(practitionerId, startsAt, endsAt) {
    const row = this.database
      .prepare(
        "SELECT 1 FROM appointments WHERE practitioner_id = ? AND status <> 'cancelled' AND starts_at < ? AND ends_at > ? LIMIT 1",
      )
      .get(practitionerId, endsAt, startsAt);
    return row !== undefined;
  }

  /**
   * @param {number} patientId
   * @param {AppointmentStatus[]} statuses
   * @returns {number}
   */
  countUpcoming(patientId, statuses) {
    const marks = statuses.map(() => "?").join(", ");
    const row = this.database
      .prepare(`SELECT COUNT(*) AS count FROM appointments WHERE patient_id = ? AND starts_at > ? AND status IN (${marks})`)
      .get(patientId, this.now().toISOString(), ...statuses);
    return Number(row?.count);
  }

  /**
   * @param {number} id
   * @param {{ status: AppointmentStatus, feeCents: number }} change
   */
  move(id, { status, feeCents }) {
    this.database
      .prepare("UPDATE appointments SET status = ?, fee_cents = ?, updated_at = ? WHERE id = ?")
      .run(status, feeCents, this.now().toISOString(), id);
  }
}

/**
 * @param {Record<string, unknown>} row
 * @returns {Appointment}
 */
const toAppointment = (row) => ({
  id: Number(row.id),
  patientId: Number(row.patient_id),
  practitionerId: Number(row.practitioner_id),
  visit: /** @type {Visit} */ (row.visit),
  status: /** @type {AppointmentStatus} */ (row.status),
  startsAt: String(row.starts_at),
  endsAt: String(row.ends_at),
  feeCents: Number(row.fee_cents),
  notes: String(row.notes),
});

/** @typedef {InstanceType<typeof AppointmentRepository>} AppointmentRepositoryInstance */

module.exports = { AppointmentRepository };
