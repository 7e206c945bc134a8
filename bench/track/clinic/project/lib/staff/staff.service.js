"use strict";

const crypto = require("node:crypto");

/** @typedef {import("./staff.repository.js").StaffMember} StaffMember */
/** @typedef {{ token: string, expiresAt: string }} IssuedToken */

const tokenHours = 8;

class StaffService {
  /**
   * @param {import("./staff.repository.js").StaffRepositoryInstance} repository
   * @param {() => Date} now
   */
  constructor(repository, now) {
    this.repository = repository;
    this.now = now;
  }

  /** @param {{ username: string, password: string }} admin */
  ensureAdmin({ username, password }) {
    if (password === "" || this.repository.findByUsername(username) !== null) return;
    this.repository.create(username, hashPassword(password));
  }

  /**
   * @param {string} username
   * @param {string} password
   * @returns {IssuedToken | null}
   */
  signIn(username, password) {
    const member = this.repository.findByUsername(username);
    if (member === null || !isPassword(password, member.passwordHash)) return null;
    return this.issue(member);
  }

  /**
   * @param {string} token
   * @returns {StaffMember | null}
   */
  authenticate(token) {
    return token === "" ? null : this.repository.findByToken(hashToken(token));
  }

  /**
   * Swaps a token for a new one; the old one ends.
   *
   * @param {string} token
   * @returns {IssuedToken | null}
   */
  refresh(token) {
    const member = this.authenticate(token);
    if (member === null) return null;
    this.signOut(token);
    return this.issue(member);
  }

  /** @param {string} token */
  signOut(token) {
    this.repository.deleteToken(hashToken(token));
  }

  /**
   * @param {StaffMember} member
   * @returns {IssuedToken}
   */
  issue(member) {
    const token = crypto.randomBytes(32).toString("hex");
    const expiresAt = new Date(this.now().getTime() + tokenHours * 3_600_000);
    this.repository.saveToken(hashToken(token), member.id, expiresAt);
    return { token, expiresAt: expiresAt.toISOString() };
  }
}

/** @param {string} token */
const hashToken = (token) => crypto.createHash("sha256").update(token).digest("hex");

/** @param {string} password */
function hashPassword(password) {
  const salt = crypto.randomBytes(16);
  return `${salt.toString("hex")}:${crypto.scryptSync(password, salt, 32).toString("hex")}`;
}

/**
 * @param {string} password
 * @param {string} stored
 * @returns {boolean}
 */
function isPassword(password, stored) {
  const [salt = "", hash = ""] = stored.split(":");
  const actual = crypto.scryptSync(password, Buffer.from(salt, "hex"), 32);
  return crypto.timingSafeEqual(actual, Buffer.from(hash, "hex"));
}

/** @typedef {InstanceType<typeof StaffService>} StaffServiceInstance */

module.exports = { StaffService };
