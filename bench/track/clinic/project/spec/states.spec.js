"use strict";

const assert = require("node:assert/strict");
const { describe, it } = require("node:test");
const { canMove, isStatus, upcomingStatuses } = require("../lib/appointments/appointment.states.js");

/** @type {import("../lib/appointments/appointment.states.js").AppointmentStatus[]} */
const statuses = ["requested", "confirmed", "checked_in", "completed", "cancelled", "no_show"];
const allowed = new Set([
  "requested confirmed",
  "requested cancelled",
  "confirmed checked_in",
  "confirmed cancelled",
  "confirmed no_show",
  "checked_in completed",
]);

describe("the life of an appointment", () => {
  for (const from of statuses)
    for (const to of statuses) {
      const isAllowed = allowed.has(`${from} ${to}`);
      it(`${isAllowed ? "allows" : "refuses"} ${from} to ${to}`, () => {
        assert.equal(canMove(from, to), isAllowed);
      });
    }

  it("has these states and no others", () => {
    assert.equal(statuses.every(isStatus), true);
    assert.equal(isStatus("lost"), false);
    assert.equal(isStatus(undefined), false);
  });

  it("lies ahead while it is requested or confirmed", () => {
    assert.deepEqual(upcomingStatuses, ["requested", "confirmed"]);
  });
});
