"use strict";

const { readJson, requiredText } = require("../http/body.js");
const { RequestError } = require("../errors.js");

/** @typedef {import("../http/router.js").Route} Route */

/**
 * @param {import("./staff.service.js").StaffServiceInstance} staff
 * @returns {Route[]}
 */
function staffRoutes(staff) {
  return [
    {
      method: "POST",
      path: "/v1/tokens",
      isPublic: true,
      handle: async ({ request }) => {
        const body = await readJson(request);
        const issued = staff.signIn(requiredText(body, "username"), requiredText(body, "password"));
        if (issued === null) throw new RequestError(401, "Username and password do not match.");
        return { status: 201, body: issued };
      },
    },
    {
      method: "POST",
      path: "/v1/tokens/refresh",
      handle: ({ token }) => {
        const issued = staff.refresh(token);
        if (issued === null) throw new RequestError(401, "Sign in first.");
        return { status: 201, body: issued };
      },
    },
    {
      method: "DELETE",
      path: "/v1/tokens/current",
      handle: ({ token }) => {
        staff.signOut(token);
        return { status: 204 };
      },
    },
  ];
}

module.exports = { staffRoutes };
