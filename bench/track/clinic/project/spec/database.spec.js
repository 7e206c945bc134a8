"use strict";

const assert = require("node:assert/strict");
const { describe, it } = require("node:test");
const { inTransaction, migrate, openDatabase } = require("../lib/db/database.js");

describe("the database", () => {
  it("is migrated once", () => {
    const database = openDatabase(":memory:");
    assert.deepEqual(migrate(database), []);
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
    assert.deepEqual(
      tables.map(({ name }) => name),
      ["access_tokens", "appointments", "migrations", "patients", "practitioners", "reminders", "staff"],
    );
  });

  it("keeps nothing of a transaction that fails", () => {
    const database = openDatabase(":memory:");
    const insert = () =>
      database
        .prepare("INSERT INTO practitioners (name, created_at, updated_at) VALUES ('Dr. Oduya', 'x', 'x')")
        .run();
    assert.throws(
      () =>
        inTransaction(database, () => {
          insert();
          throw new Error("no");
        }),
      /no/,
    );
    assert.equal(database.prepare("SELECT * FROM practitioners").all().length, 0);
    inTransaction(database, insert);
    assert.equal(database.prepare("SELECT * FROM practitioners").all().length, 1);
  });

  it("removes appointments with their patient, and keeps practitioners who have some", () => {
    const database = openDatabase(":memory:");
    database.exec(`
      INSERT INTO patients VALUES (1, 'Ada', '+441234567', 'standard', 'x', 'x');
      INSERT INTO practitioners VALUES (1, 'Dr. Oduya', 'x', 'x');
      INSERT INTO appointments (patient_id, practitioner_id, visit, starts_at, ends_at, created_at, updated_at)
        VALUES (1, 1, 'checkup', 'a', 'b', 'x', 'x');
    `);
    assert.throws(() => database.exec("DELETE FROM practitioners"), /FOREIGN KEY/);
    database.exec("DELETE FROM patients");
    assert.equal(database.prepare("SELECT * FROM appointments").all().length, 0);
  });
});
