"use strict";

/**
 * @typedef {object} StaffMember
 * @property {number} id
 * @property {string} username
 * @property {string} passwordHash
 */

class StaffRepository {
  /**
   * @param {import("node:sqlite").DatabaseSync} database
   * @param {() => Date} now
   */
  constructor(database, now) {
    this.database = database;
    this.now = now;
  }

  /**
   * @param {string} username
   * @returns {StaffMember | null}
   */
  findByUsername(username) {
    const row = this.database.prepare("SELECT * FROM staff WHERE username = ?").get(username);
    return row === undefined ? null : toMember(row);
  }

  /**
   * @param {string} username
   * @param {string} passwordHash
   */
  create(username, passwordHash) {
    const at = this.now().toISOString();
    this.database
      .prepare("INSERT INTO staff (username, password_hash, created_at, updated_at) VALUES (?, ?, ?, ?)")
      .run(username, passwordHash, at, at);
  }

  /**
   * @param {string} tokenHash
   * @param {number} staffId
   * @param {Date} expiresAt
   */
  saveToken(tokenHash, staffId, expiresAt) {
    const at = this.now().toISOString();
    this.database
      .prepare(
        "INSERT INTO access_tokens (token_hash, staff_id, expires_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
      )
      .run(tokenHash, staffId, expiresAt.toISOString(), at, at);
  }

  /**
   * @param {string} tokenHash
   * @returns {StaffMember | null}
   */
  findByToken(tokenHash) {
    const row = this.database
      .prepare(
        "SELECT staff.* FROM access_tokens JOIN staff ON staff.id = access_tokens.staff_id WHERE token_hash = ? AND expires_at > ?",
      )
      .get(tokenHash, this.now().toISOString());
    return row === undefined ? null : toMember(row);
  }

  /** @param {string} tokenHash */
  deleteToken(tokenHash) {
    this.database.prepare("DELETE FROM access_tokens WHERE token_hash = ?").run(tokenHash);
  }
}

/**
 * @param {Record<string, unknown>} row
 * @returns {StaffMember}
 */
const toMember = (row) => ({
  id: Number(row.id),
  username: String(row.username),
  passwordHash: String(row.password_hash),
});

/** @typedef {InstanceType<typeof StaffRepository>} StaffRepositoryInstance */

module.exports = { StaffRepository };
