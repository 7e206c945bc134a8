"use strict";

/** @typedef {"requested" | "confirmed" | "checked_in" | "completed" | "cancelled" | "no_show"} AppointmentStatus */

/** @type {Record<AppointmentStatus, AppointmentStatus[]>} */
const transitions = {
  requested: ["confirmed", "cancelled"],
  confirmed: ["checked_in", "cancelled", "no_show"],
  checked_in: ["completed"],
  completed: [],
  cancelled: [],
  no_show: [],
};

/**
 * @param {AppointmentStatus} from
 * @param {AppointmentStatus} to
 * @returns {boolean}
 */
const canMove = (from, to) => transitions[from].includes(to);

/**
 * @param {unknown} value
 * @returns {value is AppointmentStatus}
 */
const isStatus = (value) => typeof value === "string" && Object.hasOwn(transitions, value);

/** @type {AppointmentStatus[]} */
const upcomingStatuses = ["requested", "confirmed"];

module.exports = { canMove, isStatus, upcomingStatuses };
