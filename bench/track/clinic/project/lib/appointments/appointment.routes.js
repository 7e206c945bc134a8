"use strict";

const { isVisit } = require("../billing/fees.js");
const { readJson, requiredId, requiredText } = require("../http/body.js");
const { badRequest } = require("../errors.js");
const { isStatus } = require("./appointment.states.js");

/** @typedef {import("../http/router.js").Route} Route */

/**
 * @param {import("./appointment.service.js").AppointmentServiceInstance} service
 * @param {import("../reminders/reminder.service.js").ReminderServiceInstance} reminders
 * @returns {Route[]}
 */
function appointmentRoutes(service, reminders) {
  return [
    {
      method: "GET",
      path: "/v1/appointments",
      handle: ({ url }) => {
        const day = url.searchParams.get("day") ?? "";
        if (!isDay(day)) throw badRequest("day is missing or not like 2026-05-04.");
        return { status: 200, body: service.listOfDay(day) };
      },
    },
    {
      method: "POST",
      path: "/v1/appointments",
      handle: async ({ request }) => {
        const body = await readJson(request);
        return { status: 201, body: service.book(bookingIn(body)) };
      },
    },
    {
      method: "GET",
      path: "/v1/appointments/:id",
      handle: ({ params }) => ({ status: 200, body: service.get(requiredId(params.id, "id")) }),
    },
    {
      method: "POST",
      path: "/v1/appointments/:id/transitions",
      handle: async ({ params, request }) => {
        const { to } = await readJson(request);
        if (!isStatus(to)) throw badRequest("to is not a status of appointments.");
        return { status: 200, body: service.move(requiredId(params.id, "id"), to) };
      },
    },
    {
      method: "POST",
      path: "/v1/appointments/:id/reminders",
      handle: async ({ params }) => {
        const appointment = service.get(requiredId(params.id, "id"));
        const reminder = await reminders.send(appointment);
        return { status: reminder.status === "sent" ? 200 : 502, body: reminder };
      },
    },
  ];
}

/**
 * @param {Record<string, unknown>} body
 * @returns {import("./appointment.service.js").Booking}
 */
function bookingIn(body) {
  const { visit, notes = "" } = body;
  if (!isVisit(visit)) throw badRequest("visit is checkup, consultation or procedure.");
  if (typeof notes !== "string") throw badRequest("notes is text.");
  const startsAt = new Date(requiredText(body, "startsAt"));
  if (Number.isNaN(startsAt.getTime())) throw badRequest("startsAt is not a time.");
  return {
    patientId: requiredId(body.patientId, "patientId"),
    practitioner: requiredText(body, "practitioner"),
    visit,
    startsAt,
    notes,
  };
}

/** @param {string} text */
const isDay = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

module.exports = { appointmentRoutes };
