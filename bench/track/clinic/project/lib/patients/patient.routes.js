"use strict";

const { isMembership, memberships } = require("../billing/fees.js");
const { readJson, requiredId, requiredText } = require("../http/body.js");
const { badRequest, conflict, notFound } = require("../errors.js");

/** @typedef {import("../http/router.js").Route} Route */
/** @typedef {import("./patient.repository.js").Patient} Patient */

/**
 * @param {import("./patient.repository.js").PatientRepositoryInstance} patients
 * @returns {Route[]}
 */
function patientRoutes(patients) {
  /** @param {Record<string, string>} params */
  const existing = (params) => {
    const patient = patients.find(requiredId(params.id, "id"));
    if (patient === null) throw notFound("patient");
    return patient;
  };
  return [
    {
      method: "POST",
      path: "/v1/patients",
      handle: async ({ request }) => {
        const patient = patientIn(await readJson(request));
        if (patients.findByPhone(patient.phone) !== null)
          throw conflict("Another patient has this phone number.");
        return { status: 201, body: patients.create(patient) };
      },
    },
    {
      method: "GET",
      path: "/v1/patients/:id",
      handle: ({ params }) => ({ status: 200, body: existing(params) }),
    },
    {
      method: "PUT",
      path: "/v1/patients/:id",
      handle: async ({ params, request }) => {
        const { id } = existing(params);
        const patient = { id, ...patientIn(await readJson(request)) };
        const other = patients.findByPhone(patient.phone);
        if (other !== null && other.id !== id) throw conflict("Another patient has this phone number.");
        patients.update(patient);
        return { status: 200, body: patient };
      },
    },
    {
      method: "DELETE",
      path: "/v1/patients/:id",
      handle: ({ params }) => {
        patients.remove(existing(params).id);
        return { status: 204 };
      },
    },
  ];
}

/**
 * @param {Record<string, unknown>} body
 * @returns {Omit<Patient, "id">}
 */
function patientIn(body) {
  const { membership = "standard" } = body;
  if (!isMembership(membership)) throw badRequest(`membership is one of ${memberships.join(", ")}.`);
  const phone = requiredText(body, "phone");
  if (!/^\+\d{6,15}$/.test(phone)) throw badRequest("phone begins with + and the country's code.");
  return { name: requiredText(body, "name"), phone, membership };
}

module.exports = { patientRoutes };
