"use strict";

/**
 * @typedef {object} Reminder
 * @property {number} appointmentId
 * @property {"sent" | "failed"} status
 * @property {number} attempts
 */

class ReminderRepository {
  /**
   * @param {import("node:sqlite").DatabaseSync} database
   * @param {() => Date} now
   */
  constructor(database, now) {
    this.database = database;
    this.now = now;
  }

  /**
   * @param {number} appointmentId
   * @returns {Reminder | null}
   */
  find(appointmentId) {
    const row = this.database.prepare("SELECT * FROM reminders WHERE appointment_id = ?").get(appointmentId);
    if (row === undefined) return null;
    return {
      appointmentId,
      status: row.status === "sent" ? "sent" : "failed",
      attempts: Number(row.attempts),
    };
  }

  /** @param {Reminder} reminder */
  save({ appointmentId, status, attempts }) {
    const at = this.now().toISOString();
    this.database
      .prepare(
        "INSERT INTO reminders (appointment_id, status, attempts, created_at, updated_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (appointment_id) DO UPDATE SET status = excluded.status, attempts = excluded.attempts, updated_at = excluded.updated_at",
      )
      .run(appointmentId, status, attempts, at, at);
  }
}

/** @typedef {InstanceType<typeof ReminderRepository>} ReminderRepositoryInstance */

module.exports = { ReminderRepository };
