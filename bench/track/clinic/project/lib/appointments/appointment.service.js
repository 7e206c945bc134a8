"use strict";

const { cancellationFeeCents, feeCents, minutesOf, mostUpcoming, noShowFeeCents } = require("../billing/fees.js");
const { inTransaction } = require("../db/database.js");
const { badRequest, conflict, notFound } = require("../errors.js");
const { canMove, upcomingStatuses } = require("./appointment.states.js");

/** @typedef {import("./appointment.repository.js").Appointment} Appointment */
/** @typedef {import("./appointment.states.js").AppointmentStatus} AppointmentStatus */
/** @typedef {import("../billing/fees.js").Visit} Visit */

/**
 * @typedef {object} Booking
 * @property {number} patientId
 * @property {string} practitioner
 * @property {Visit} visit
 * @property {Date} startsAt
 * @property {string} notes
 */

/**
 * @typedef {object} Dependencies
 * @property {import("node:sqlite").DatabaseSync} database
 * @property {import("./appointment.repository.js").AppointmentRepositoryInstance} appointments
 * @property {import("../patients/patient.repository.js").PatientRepositoryInstance} patients
 * @property {() => Date} now
 */

const openingHour = 8;
const closingHour = 18;

class AppointmentService {
  /** @param {Dependencies} dependencies */
  constructor({ database, appointments, patients, now }) {
    this.database = database;
    this.appointments = appointments;
    this.patients = patients;
    this.now = now;
  }

  /**
   * Checks and saves in one transaction, so that two desks cannot book the same time.
   *
   * @param {Booking} booking
   * @returns {Appointment}
   */
  book({ patientId, practitioner, visit, startsAt, notes }) {
    const endsAt = new Date(startsAt.getTime() + minutesOf(visit) * 60_000);
    if (startsAt <= this.now()) throw badRequest("startsAt must be in the future.");
    if (!isWithinOpeningHours(startsAt, endsAt))
      throw badRequest("Appointments begin on weekdays from 08:00 and end by 18:00.");

    return inTransaction(this.database, () => {
      const patient = this.patients.find(patientId);
      if (patient === null) throw notFound("patient");
      const most = mostUpcoming(patient.membership);
      if (this.appointments.countUpcoming(patientId, upcomingStatuses) >= most)
        throw conflict(`This patient has ${most} upcoming appointments. Cancel one first.`);
      const practitionerId = this.appointments.practitionerId(practitioner);
      if (this.appointments.hasOverlap(practitionerId, startsAt.toISOString(), endsAt.toISOString()))
        throw conflict(`${practitioner} has another appointment at this time. Choose another one.`);
      return this.appointments.create({
        patientId,
        practitionerId,
        visit,
        status: "requested",
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        feeCents: feeCents(visit, patient.membership),
        notes,
      });
    });
  }

  /**
   * @param {number} id
   * @returns {Appointment}
   */
  get(id) {
    const appointment = this.appointments.find(id);
    if (appointment === null) throw notFound("appointment");
    return appointment;
  }

  /**
   * @param {string} day
   * @returns {Appointment[]}
   */
  listOfDay(day) {
    return this.appointments.listOfDay(day);
  }

  /**
   * @param {number} id
   * @param {AppointmentStatus} status
   * @returns {Appointment}
   */
  move(id, status) {
    return inTransaction(this.database, () => {
      const appointment = this.get(id);
      if (!canMove(appointment.status, status))
        throw conflict(`An appointment that is ${appointment.status} cannot become ${status}.`);
      const moved = { ...appointment, status, feeCents: this.feeAfter(appointment, status) };
      this.appointments.move(id, moved);
      return moved;
    });
  }

  /**
   * @param {Appointment} appointment
   * @param {AppointmentStatus} status
   * @returns {number}
   */
  feeAfter(appointment, status) {
    if (status === "cancelled") return cancellationFeeCents(new Date(appointment.startsAt), this.now());
    if (status === "no_show") return noShowFeeCents(appointment.visit);
    return appointment.feeCents;
  }
}

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
  return isWeekday && isSameDay && startsAt.getUTCHours() >= openingHour && end <= closingHour * 60;
}

/** @typedef {InstanceType<typeof AppointmentService>} AppointmentServiceInstance */

module.exports = { AppointmentService };
