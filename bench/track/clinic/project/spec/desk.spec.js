"use strict";

const assert = require("node:assert/strict");
const { afterEach, beforeEach, describe, it } = require("node:test");
const { openDesk } = require("./helpers/desk.js");

/** @typedef {Awaited<ReturnType<typeof openDesk>>} Desk */

/** @type {Desk} */
let desk;
beforeEach(async () => {
  desk = await openDesk();
  await desk.signIn();
});
afterEach(() => desk.close());

const ada = { name: "Ada Byron", phone: "+441234567" };
const booking = {
  patientId: 1,
  practitioner: "Dr. Oduya",
  visit: "consultation",
  startsAt: "2026-05-06T09:00:00Z",
};

/** @param {object} [changes] */
const book = (changes = {}) => desk.send("POST", "/v1/appointments", { ...booking, ...changes });
/**
 * @param {number} id
 * @param {string} to
 */
const move = (id, to) => desk.send("POST", `/v1/appointments/${id}/transitions`, { to });

describe("tokens", () => {
  it("are needed for everything but health and signing in", async () => {
    desk.useToken("");
    assert.equal((await desk.send("GET", "/health")).status, 200);
    for (const [method, path] of [
      ["GET", "/v1/patients/1"],
      ["POST", "/v1/patients"],
      ["GET", "/v1/appointments?day=2026-05-06"],
      ["POST", "/v1/appointments/1/reminders"],
      ["POST", "/v1/tokens/refresh"],
      ["DELETE", "/v1/tokens/current"],
    ])
      assert.equal((await desk.send(String(method), String(path))).status, 401, path);
  });

  it("are not given for a wrong password", async () => {
    const wrong = { username: "reception", password: "open barley" };
    assert.equal((await desk.send("POST", "/v1/tokens", wrong)).status, 401);
    assert.equal((await desk.send("POST", "/v1/tokens", { ...wrong, username: "x" })).status, 401);
    assert.equal((await desk.send("POST", "/v1/tokens", {})).status, 400);
  });

  it("end on sign-out", async () => {
    assert.equal((await desk.send("DELETE", "/v1/tokens/current")).status, 204);
    assert.equal((await desk.send("GET", "/v1/patients/1")).status, 401);
  });

  it("end after eight hours, unless they are refreshed", async () => {
    desk.wait(7);
    const { status, body } = await desk.send("POST", "/v1/tokens/refresh");
    assert.equal(status, 201);
    assert.equal((await desk.send("GET", "/v1/patients/1")).status, 401);
    desk.useToken(String(body.token));
    desk.wait(7);
    assert.equal((await desk.send("GET", "/v1/patients/1")).status, 404);
    desk.wait(1);
    assert.equal((await desk.send("GET", "/v1/patients/1")).status, 401);
  });
});

describe("patients", () => {
  it("are added, shown, changed and removed", async () => {
    const created = await desk.send("POST", "/v1/patients", ada);
    assert.deepEqual(created, { status: 201, body: { id: 1, ...ada, membership: "standard" } });
    const changed = { ...ada, name: "Ada Lovelace", membership: "care" };
    assert.equal((await desk.send("PUT", "/v1/patients/1", changed)).status, 200);
    assert.deepEqual((await desk.send("GET", "/v1/patients/1")).body, { id: 1, ...changed });
    assert.equal((await desk.send("DELETE", "/v1/patients/1")).status, 204);
    assert.equal((await desk.send("GET", "/v1/patients/1")).status, 404);
  });

  it("have phone numbers of their own", async () => {
    await desk.send("POST", "/v1/patients", ada);
    assert.equal((await desk.send("POST", "/v1/patients", ada)).status, 409);
    await desk.send("POST", "/v1/patients", { name: "Ben", phone: "+447654321" });
    assert.equal((await desk.send("PUT", "/v1/patients/2", { ...ada, name: "Ben" })).status, 409);
  });

  it("are refused with what is wrong", async () => {
    for (const [body, message] of [
      [{ phone: "+441234567" }, "name is missing."],
      [{ name: "Ada" }, "phone is missing."],
      [{ name: "Ada", phone: "01234" }, "phone begins with + and the country's code."],
      [{ ...ada, membership: "gold" }, "membership is one of standard, family, care."],
      ["[]", "Send a JSON object."],
      ["{", "Send a JSON object."],
    ])
      assert.deepEqual(await desk.send("POST", "/v1/patients", body), { status: 400, body: { message } });
    assert.equal((await desk.send("POST", "/v1/patients", "x".repeat(40_000))).status, 413);
    assert.equal((await desk.send("GET", "/v1/patients/x")).status, 400);
    assert.equal((await desk.send("PUT", "/v1/patients/9", ada)).status, 404);
  });
});

describe("booking", () => {
  beforeEach(() => desk.send("POST", "/v1/patients", ada));

  it("saves the appointment with its fee and its end", async () => {
    const { status, body } = await book({ notes: "first visit" });
    assert.equal(status, 201);
    assert.deepEqual(body, {
      id: 1,
      patientId: 1,
      practitionerId: 1,
      visit: "consultation",
      status: "requested",
      startsAt: "2026-05-06T09:00:00.000Z",
      endsAt: "2026-05-06T09:30:00.000Z",
      feeCents: 6500,
      notes: "first visit",
    });
    assert.deepEqual((await desk.send("GET", "/v1/appointments/1")).body, body);
    assert.deepEqual((await desk.send("GET", "/v1/appointments?day=2026-05-06")).body, [body]);
    assert.deepEqual((await desk.send("GET", "/v1/appointments?day=2026-05-07")).body, []);
  });

  it("gives members their discount", async () => {
    await desk.send("PUT", "/v1/patients/1", { ...ada, membership: "family" });
    assert.equal((await book()).body.feeCents, 5850);
  });

  it("refuses times that overlap for a practitioner", async () => {
    await book();
    assert.equal((await book({ startsAt: "2026-05-06T09:20:00Z" })).status, 409);
    assert.equal((await book({ startsAt: "2026-05-06T08:40:00Z" })).status, 409);
    assert.equal((await book({ startsAt: "2026-05-06T09:30:00Z" })).status, 201);
  });

  it("takes the time of a cancelled appointment, and of another practitioner", async () => {
    await book();
    await move(1, "cancelled");
    assert.equal((await book()).status, 201);
    assert.equal((await book({ practitioner: "Dr. Silva" })).status, 201);
  });

  it("refuses more upcoming appointments than the membership has", async () => {
    for (const hour of ["09", "10"]) await book({ startsAt: `2026-05-06T${hour}:00:00Z` });
    const third = { startsAt: "2026-05-06T11:00:00Z" };
    const refused = await book(third);
    assert.equal(refused.status, 409);
    assert.equal(refused.body.message, "This patient has 2 upcoming appointments. Cancel one first.");
    await move(1, "cancelled");
    assert.equal((await book(third)).status, 201);
  });

  for (const [what, startsAt] of [
    ["the past", "2026-05-01T09:00:00Z"],
    ["a Saturday", "2026-05-09T09:00:00Z"],
    ["the early morning", "2026-05-06T07:59:00Z"],
    ["the evening", "2026-05-06T17:31:00Z"],
    ["midnight", "2026-05-06T23:45:00Z"],
    ["no time", "soon"],
  ])
    it(`refuses ${what}`, async () => {
      assert.equal((await book({ startsAt })).status, 400);
    });

  it("refuses what makes no sense", async () => {
    assert.equal((await book({ visit: "party" })).status, 400);
    assert.equal((await book({ notes: 7 })).status, 400);
    assert.equal((await book({ patientId: 0 })).status, 400);
    assert.equal((await book({ patientId: 9 })).status, 404);
    assert.equal((await book({ practitioner: "" })).status, 400);
    assert.equal((await desk.send("GET", "/v1/appointments")).status, 400);
    assert.equal((await desk.send("GET", "/v1/appointments/9")).status, 404);
  });
});

describe("moving an appointment", () => {
  beforeEach(async () => {
    await desk.send("POST", "/v1/patients", { ...ada, membership: "care" });
    await book();
  });

  it("goes from request to completion", async () => {
    for (const to of ["confirmed", "checked_in", "completed"]) {
      const { status, body } = await move(1, to);
      assert.equal(status, 200);
      assert.equal(body.status, to);
      assert.equal(body.feeCents, 5200);
    }
    assert.deepEqual(await move(1, "cancelled"), {
      status: 409,
      body: { message: "An appointment that is completed cannot become cancelled." },
    });
  });

  it("costs nothing when it is cancelled early, and 25 EUR when late", async () => {
    assert.equal((await move(1, "cancelled")).body.feeCents, 0);
    await book();
    await desk.signIn();
    desk.wait(40);
    await desk.signIn();
    assert.equal((await move(2, "cancelled")).body.feeCents, 2500);
  });

  it("costs the full fee when the patient does not come", async () => {
    await move(1, "confirmed");
    assert.equal((await move(1, "no_show")).body.feeCents, 6500);
  });

  it("refuses states that do not exist", async () => {
    assert.equal((await move(1, "lost")).status, 400);
    assert.equal((await move(9, "confirmed")).status, 404);
  });
});

describe("addresses", () => {
  it("say when there is nothing, or nothing to do", async () => {
    assert.equal((await desk.send("GET", "/v1/nothing")).status, 404);
    assert.equal((await desk.send("DELETE", "/health")).status, 405);
  });
});
