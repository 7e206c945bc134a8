"use strict";

const http = require("node:http");
const { AppointmentRepository } = require("../appointments/appointment.repository.js");
const { appointmentRoutes } = require("../appointments/appointment.routes.js");
const { AppointmentService } = require("../appointments/appointment.service.js");
const { openDatabase } = require("../db/database.js");
const { PatientRepository } = require("../patients/patient.repository.js");
const { patientRoutes } = require("../patients/patient.routes.js");
const { ReminderRepository } = require("../reminders/reminder.repository.js");
const { ReminderService } = require("../reminders/reminder.service.js");
const { SmsGateway } = require("../reminders/sms-gateway.js");
const { StaffService } = require("../staff/staff.service.js");
const { StaffRepository } = require("../staff/staff.repository.js");
const { staffRoutes } = require("../staff/staff.routes.js");
const { RequestError } = require("../errors.js");
const { findRoute } = require("./router.js");

/** @typedef {import("./router.js").Route} Route */

/**
 * @param {import("../config.js").Config} config
 * @param {() => Date} [now]
 * @returns {http.Server}
 */
function createApp(config, now = () => new Date()) {
  const database = openDatabase(config.databasePath);
  const patients = new PatientRepository(database, now);
  const appointments = new AppointmentRepository(database, now);
  const reminders = new ReminderRepository(database, now);
  const staff = new StaffService(new StaffRepository(database, now), now);
  const service = new AppointmentService({ database, appointments, patients, now });
  const gateway = new SmsGateway(config.sms);
  const reminderService = new ReminderService({ reminders, patients, gateway });
  staff.ensureAdmin(config.admin);

  const routes = [
    { method: "GET", path: "/health", isPublic: true, handle: () => ({ status: 200, body: { status: "ok" } }) },
    ...staffRoutes(staff),
    ...patientRoutes(patients),
    ...appointmentRoutes(service, reminderService),
  ];

  const server = http.createServer((request, reply) => {
    void answer(request, { routes, staff }).then(({ status, body }) => {
      reply.writeHead(status, { "content-type": "application/json; charset=utf-8" });
      reply.end(body === undefined ? "" : JSON.stringify(body));
    });
  });
  server.on("close", () => database.close());
  return server;
}

/**
 * @param {http.IncomingMessage} request
 * @param {{ routes: Route[], staff: import("../staff/staff.service.js").StaffServiceInstance }} context
 * @returns {Promise<import("./router.js").Answer>}
 */
async function answer(request, { routes, staff }) {
  try {
    const url = new URL(request.url ?? "/", "http://localhost");
    const { route, params } = findRoute(routes, request.method ?? "GET", url.pathname);
    const token = tokenOf(request);
    const member = route.isPublic ? null : staff.authenticate(token);
    if (!route.isPublic && member === null) throw new RequestError(401, "Sign in first.");
    return await route.handle({ request, url, params, token });
  } catch (error) {
    if (error instanceof RequestError) return { status: error.status, body: { message: error.message } };
    process.stderr.write(`${request.method} ${request.url}: ${String(error)}\n`);
    return { status: 500, body: { message: "The service failed. Try again, or call the IT desk." } };
  }
}

/**
 * @param {http.IncomingMessage} request
 * @returns {string}
 */
function tokenOf(request) {
  return /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
}

module.exports = { createApp };
