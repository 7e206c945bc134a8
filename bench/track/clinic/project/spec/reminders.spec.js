"use strict";

const assert = require("node:assert/strict");
const http = require("node:http");
const { afterEach, describe, it } = require("node:test");
const { SmsGateway } = require("../lib/reminders/sms-gateway.js");
const { openDesk } = require("./helpers/desk.js");

/** @type {(() => void)[]} */
let closers = [];
afterEach(() => {
  for (const close of closers) close();
  closers = [];
});

/**
 * A gateway that answers with one of these after the other, and the last one again and again.
 *
 * @param {...((reply: http.ServerResponse) => void)} answers
 */
async function openGateway(...answers) {
  /** @type {{ url: string | undefined, authorization: string | undefined, body: string }[]} */
  const calls = [];
  const server = http.createServer(async (request, reply) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    calls.push({ url: request.url, authorization: request.headers.authorization, body });
    answers[Math.min(calls.length, answers.length) - 1]?.(reply);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { calls, sms: { url: `http://127.0.0.1:${port}`, key: "key", timeoutMs: 10_000 } };
}

/** @param {http.ServerResponse} reply */
const taken = (reply) => void reply.end('{"id":"m1"}');
/** @param {number} status */
const fails = (status) => (/** @type {http.ServerResponse} */ reply) => void reply.writeHead(status).end("{}");

describe("the gateway", () => {
  it("sends the message with its key", async () => {
    const { calls, sms } = await openGateway(taken);
    assert.deepEqual(await new SmsGateway(sms).send("+441234567", "Hello"), { isTaken: true });
    assert.deepEqual(calls, [
      { url: "/messages", authorization: "Bearer key", body: '{"to":"+441234567","text":"Hello"}' },
    ]);
  });

  it("tries once more after an error of the gateway", async () => {
    const { calls, sms } = await openGateway(fails(503), taken);
    assert.deepEqual(await new SmsGateway(sms).send("+441234567", "Hello"), { isTaken: true });
    assert.equal(calls.length, 2);
  });

  it("gives up after the second error", async () => {
    const { calls, sms } = await openGateway(fails(500));
    assert.deepEqual(await new SmsGateway(sms).send("+441234567", "Hello"), {
      isTaken: false,
      reason: "the gateway answered 500",
    });
    assert.equal(calls.length, 2);
  });

  it("does not repeat what was refused, or answered with something else", async () => {
    for (const answer of [fails(401), fails(429), fails(200)]) {
      const { calls, sms } = await openGateway(answer);
      assert.equal((await new SmsGateway(sms).send("+441234567", "Hello")).isTaken, false);
      assert.equal(calls.length, 1);
    }
  });

  it("does not wait for ever, and copes with text", async () => {
    const silent = await openGateway(() => undefined);
    assert.equal((await new SmsGateway({ ...silent.sms, timeoutMs: 100 }).send("+441234567", "Hello")).isTaken, false);
    const talking = await openGateway((reply) => void reply.end("<html>"));
    assert.equal((await new SmsGateway(talking.sms).send("+441234567", "Hello")).isTaken, false);
  });

  it("takes nothing while it is not set", async () => {
    const gateway = new SmsGateway({ url: "", key: "", timeoutMs: 200 });
    assert.deepEqual(await gateway.send("+441234567", "Hello"), {
      isTaken: false,
      reason: "no gateway is set",
    });
  });
});

describe("a reminder", () => {
  /** @param {Parameters<typeof openDesk>[0]} options */
  async function deskWithAppointment(options) {
    const desk = await openDesk(options);
    closers.push(desk.close);
    await desk.signIn();
    await desk.send("POST", "/v1/patients", { name: "Ada Byron", phone: "+441234567" });
    await desk.send("POST", "/v1/appointments", {
      patientId: 1,
      practitioner: "Dr. Oduya",
      visit: "checkup",
      startsAt: "2026-05-06T09:00:00Z",
    });
    const confirm = () => desk.send("POST", "/v1/appointments/1/transitions", { to: "confirmed" });
    const remind = () => desk.send("POST", "/v1/appointments/1/reminders");
    return { ...desk, confirm, remind };
  }

  it("is sent once", async () => {
    const { calls, sms } = await openGateway(taken);
    const { confirm, remind } = await deskWithAppointment({ sms });
    await confirm();
    const sent = { status: 200, body: { appointmentId: 1, status: "sent", attempts: 1 } };
    assert.deepEqual(await remind(), sent);
    assert.deepEqual(await remind(), sent);
    assert.equal(calls.length, 1);
    assert.match(calls[0]?.body ?? "", /your checkup is on 2026-05-06 at 09:00/);
  });

  it("is kept as failed, and can be sent again", async () => {
    const { sms } = await openGateway(fails(500), fails(500), taken);
    const { confirm, remind } = await deskWithAppointment({ sms });
    await confirm();
    assert.deepEqual(await remind(), {
      status: 502,
      body: { appointmentId: 1, status: "failed", attempts: 1 },
    });
    assert.deepEqual(await remind(), {
      status: 200,
      body: { appointmentId: 1, status: "sent", attempts: 2 },
    });
  });

  it("is for confirmed appointments", async () => {
    const { remind } = await deskWithAppointment({});
    assert.equal((await remind()).status, 409);
  });
});
