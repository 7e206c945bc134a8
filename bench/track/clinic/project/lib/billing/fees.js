"use strict";

/** @typedef {"checkup" | "consultation" | "procedure"} Visit */
/** @typedef {"standard" | "family" | "care"} Membership */

/** @type {Record<Visit, { minutes: number, feeCents: number }>} */
const visits = {
  checkup: { minutes: 20, feeCents: 4000 },
  consultation: { minutes: 30, feeCents: 6500 },
  procedure: { minutes: 60, feeCents: 18000 },
};

/** @type {Record<Membership, { discountPercent: number, mostUpcoming: number }>} */
const plans = {
  standard: { discountPercent: 0, mostUpcoming: 2 },
  family: { discountPercent: 10, mostUpcoming: 4 },
  care: { discountPercent: 20, mostUpcoming: 6 },
};

const lateCancellationCents = 2500;
const lateHours = 24;

const memberships = Object.keys(plans);

/**
 * @param {unknown} value
 * @returns {value is Visit}
 */
const isVisit = (value) => typeof value === "string" && Object.hasOwn(visits, value);

/**
 * @param {unknown} value
 * @returns {value is Membership}
 */
const isMembership = (value) => typeof value === "string" && Object.hasOwn(plans, value);

/**
 * What a visit costs a member, in cents.
 *
 * @param {Visit} visit
 * @param {Membership} membership
 * @returns {number}
 */
function feeCents(visit, membership) {
  const { discountPercent } = plans[membership];
  return Math.round((visits[visit].feeCents * (100 - discountPercent)) / 100);
}

/**
 * @param {Date} startsAt
 * @param {Date} now
 * @returns {number}
 */
function cancellationFeeCents(startsAt, now) {
  const hours = (startsAt.getTime() - now.getTime()) / 3_600_000;
  return hours < lateHours ? lateCancellationCents : 0;
}

/**
 * Who does not come pays the visit without discount.
 *
 * @param {Visit} visit
 * @returns {number}
 */
const noShowFeeCents = (visit) => visits[visit].feeCents;

/**
 * @param {Visit} visit
 * @returns {number}
 */
const minutesOf = (visit) => visits[visit].minutes;

/**
 * @param {Membership} membership
 * @returns {number}
 */
const mostUpcoming = (membership) => plans[membership].mostUpcoming;

module.exports = {
  memberships,
  isVisit,
  isMembership,
  feeCents,
  cancellationFeeCents,
  noShowFeeCents,
  minutesOf,
  mostUpcoming,
};
