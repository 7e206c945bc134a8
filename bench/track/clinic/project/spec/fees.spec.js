"use strict";

const assert = require("node:assert/strict");
const { describe, it } = require("node:test");
const fees = require("../lib/billing/fees.js");

describe("fees", () => {
  it("are those of the visit for standard members", () => {
    assert.equal(fees.feeCents("checkup", "standard"), 4000);
    assert.equal(fees.feeCents("consultation", "standard"), 6500);
    assert.equal(fees.feeCents("procedure", "standard"), 18000);
  });

  it("are lower for family and care", () => {
    assert.equal(fees.feeCents("checkup", "family"), 3600);
    assert.equal(fees.feeCents("consultation", "family"), 5850);
    assert.equal(fees.feeCents("checkup", "care"), 3200);
    assert.equal(fees.feeCents("procedure", "care"), 14400);
  });

  it("are due for cancellations within 24 hours", () => {
    const startsAt = new Date("2026-05-05T10:00:00Z");
    assert.equal(fees.cancellationFeeCents(startsAt, new Date("2026-05-04T10:00:00Z")), 0);
    assert.equal(fees.cancellationFeeCents(startsAt, new Date("2026-05-04T10:00:01Z")), 2500);
  });

  it("are due in full from who does not come", () => {
    assert.equal(fees.noShowFeeCents("consultation"), 6500);
  });

  it("know visits and memberships", () => {
    assert.equal(fees.isVisit("checkup"), true);
    assert.equal(fees.isVisit("toString"), false);
    assert.equal(fees.isMembership("care"), true);
    assert.equal(fees.isMembership(1), false);
    assert.deepEqual(fees.memberships, ["standard", "family", "care"]);
    assert.deepEqual(
      ["checkup", "consultation", "procedure"].map((visit) => fees.isVisit(visit) && fees.minutesOf(visit)),
      [20, 30, 60],
    );
    assert.equal(fees.mostUpcoming("standard"), 2);
    assert.equal(fees.mostUpcoming("family"), 4);
    assert.equal(fees.mostUpcoming("care"), 6);
  });
});
