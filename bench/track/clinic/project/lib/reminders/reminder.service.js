"use strict";

const { conflict, notFound } = require("../errors.js");

/** @typedef {import("../appointments/appointment.repository.js").Appointment} Appointment */
/** @typedef {import("./reminder.repository.js").Reminder} Reminder */

/**
 * @typedef {object} Dependencies
 * @property {import("./reminder.repository.js").ReminderRepositoryInstance} reminders
 * @property {import("../patients/patient.repository.js").PatientRepositoryInstance} patients
 * @property {Pick<import("./sms-gateway.js").SmsGatewayInstance, "send">} gateway
 */

class ReminderService {
  /** @param {Dependencies} dependencies */
  constructor({ reminders, patients, gateway }) {
    this.reminders = reminders;
    this.patients = patients;
    this.gateway = gateway;
  }

  /**
   * Sends the reminder unless it was sent before.
   *
   * @param {Appointment} appointment
   * @returns {Promise<Reminder>}
   */
  async send(appointment) {
    if (appointment.status !== "confirmed")
      throw conflict("Only confirmed appointments can be reminded of.");
    const earlier = this.reminders.find(appointment.id);
    if (earlier?.status === "sent") return earlier;
    const patient = this.patients.find(appointment.patientId);
    if (patient === null) throw notFound("patient");
    const delivery = await this.gateway.send(patient.phone, textOf(appointment));
    if (!delivery.isTaken)
      process.stderr.write(`Reminder of appointment ${appointment.id}: ${delivery.reason}\n`);
    /** @type {Reminder} */
    const reminder = {
      appointmentId: appointment.id,
      status: delivery.isTaken ? "sent" : "failed",
      attempts: (earlier?.attempts ?? 0) + 1,
    };
    this.reminders.save(reminder);
    return reminder;
  }
}

/** @param {Appointment} appointment */
const textOf = ({ visit, startsAt }) =>
  `Riverside clinic: your ${visit} is on ${startsAt.slice(0, 10)} at ${startsAt.slice(11, 16)}.`;

/** @typedef {InstanceType<typeof ReminderService>} ReminderServiceInstance */

module.exports = { ReminderService };
