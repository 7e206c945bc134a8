"use strict";

const assert = require("node:assert/strict");
const { describe, it } = require("node:test");
const { findRoute } = require("../lib/http/router.js");

const routes = [
  { method: "GET", path: "/v1/things", handle: () => ({ status: 200 }) },
  { method: "GET", path: "/v1/things/:id", handle: () => ({ status: 200 }) },
];

describe("the router", () => {
  it("finds a route and its parameters", () => {
    const { route, params } = findRoute(routes, "GET", "/v1/things/7");
    assert.equal(route.path, "/v1/things/:id");
    assert.deepEqual(params, { id: "7" });
  });

  it("tells a wrong address from a wrong method", () => {
    assert.throws(() => findRoute(routes, "GET", "/v1/nothing"), { status: 404 });
    assert.throws(() => findRoute(routes, "GET", "/v1/things/"), { status: 404 });
    assert.throws(() => findRoute(routes, "PUT", "/v1/things/7"), { status: 405 });
  });
});
