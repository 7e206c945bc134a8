"use strict";

/** @typedef {import("../billing/fees.js").Membership} Membership */

/**
 * @typedef {object} Patient
 * @property {number} id
 * @property {string} name
 * @property {string} phone
 * @property {Membership} membership
 */

class PatientRepository {
  /**
   * @param {import("node:sqlite").DatabaseSync} database
   * @param {() => Date} now
   */
  constructor(database, now) {
    this.database = database;
    this.now = now;
  }

  /**
   * @param {Omit<Patient, "id">} patient
   * @returns {Patient}
   */
  create({ name, phone, membership }) {
    const at = this.now().toISOString();
    const { lastInsertRowid } = this.database
      .prepare("INSERT INTO patients (name, phone, membership, created_at, updated_at) VALUES (?, ?, ?, ?, ?)")
      .run(name, phone, membership, at, at);
    return { id: Number(lastInsertRowid), name, phone, membership };
  }

  /**
   * @param {number} id
   * @returns {Patient | null}
   */
  find(id) {
    const row = this.database.prepare("SELECT * FROM patients WHERE id = ?").get(id);
    return row === undefined ? null : toPatient(row);
  }

  /**
   * @param {string} phone
   * @returns {Patient | null}
   */
  findByPhone(phone) {
    const row = this.database.prepare("SELECT * FROM patients WHERE phone = ?").get(phone);
    return row === undefined ? null : toPatient(row);
  }

  /** @param {Patient} patient */
  update({ id, name, phone, membership }) {
    this.database
      .prepare("UPDATE patients SET name = ?, phone = ?, membership = ?, updated_at = ? WHERE id = ?")
      .run(name, phone, membership, this.now().toISOString(), id);
  }

  /** @param {number} id */
  remove(id) {
    this.database.prepare("DELETE FROM patients WHERE id = ?").run(id);
  }
}

/**
 * @param {Record<string, unknown>} row
 * @returns {Patient}
 */
const toPatient = (row) => ({
  id: Number(row.id),
  name: String(row.name),
  phone: String(row.phone),
  membership: /** @type {Membership} */ (row.membership),
});

/** @typedef {InstanceType<typeof PatientRepository>} PatientRepositoryInstance */

module.exports = { PatientRepository };
