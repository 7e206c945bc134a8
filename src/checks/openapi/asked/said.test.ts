import { describe, expect, test } from 'vitest'
import { examFrom, examine } from '../../../obligations/exam.ts'
import { verdictOf } from '../../../obligations/verdict.ts'
import { examinerOf } from '../exam.ts'

const clinic = `
openapi: 3.1.0
info: { title: Veterinary clinic, version: 1.0.0 }
security: [{ token: [] }]
paths:
  /animals/{animalId}/visits:
    parameters: [{ name: animalId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: listVisits
      summary: Visits of an animal
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 50 } }]
      responses:
        '200': { description: A page, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Visit' } } } } }
        '429': { description: Too many requests }
    post:
      operationId: bookVisit
      summary: Books a visit
      description: A visit that nobody confirms is dropped after two days.
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Visit' } } } }
      responses:
        '201': { description: Booked, content: { application/json: { schema: { $ref: '#/components/schemas/Visit' } } } }
        '429': { description: Too many requests }
  /visits/{visitId}:
    delete:
      operationId: cancelVisit
      summary: Cancels a visit (staff)
      parameters: [{ name: visitId, in: path, required: true, schema: { type: string } }]
      responses:
        '204': { description: Cancelled }
        '409': { description: The visit starts in less than two hours }
        '429': { description: Too many requests }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Visit:
      type: object
      required: [vet]
      properties:
        animal: { type: string }
        vet: { type: string }
        startsAt: { type: string, format: date-time }
        priceCents: { type: integer, minimum: 0, maximum: 90000 }
        state: { type: string, enum: [planned, done], default: done }
        reason: { type: string }
`
const verdict = async (task: string, text = clinic) => {
  const examiner = examinerOf(text)
  const exam = examFrom(`An API for the clinic.\n\n${task}`, 'task', examiner.vocabulary)
  return verdictOf(await examine(exam, examiner, 'x')).verdict
}

describe('a sentence that no form has read', () => {
  test.each([
    'Owners can list the visits of an animal, book a new visit and cancel one.',
    '`POST /animals/{animalId}/visits` books a visit and answers 201.',
    'A visit has a vet, a start time, a price in cents, a state (planned or done) and perhaps a reason.',
    'A visit knows the vet, when it starts and why the animal comes.',
    'Cancelling less than two hours before the start is refused with 409.',
    'A visit that nobody confirms is dropped after two days.',
    'A visit has `priceCents` (integer, at most 90000).',
    'Lists come in pages of at most 50.',
    'Everything needs a bearer token.',
    'Staff operations need a bearer token.',
    'A 429 response on every operation.',
    '`vet` is required.',
    'Paths in kebab-case.',
    'The file is called openapi.yaml.',
    'GET /animals/{animalId}/visits – the visits with their price in cents.',
  ])('is met where operations, responses and members say it: %s', async (task) => {
    expect(await verdict(task)).toBe('accepted')
  })

  test.each([
    // another verb, another method, another thing
    'Owners can list the visits of an animal, change a visit and cancel one.',
    'Owners can list the vets.',
    'Owners can pay for a visit.',
    '`POST /animals/{animalId}/visits` books a visit and answers 202.',
    // a member that is missing, in another unit, or required
    'A visit has a vet, a start time and a room.',
    'A visit has a price, a homepage and a vet.',
    'A visit has a price in euros.',
    'A visit has perhaps a vet.',
    'A visit has a state (planned, done or lost).',
    // another number, another status, the opposite
    'Cancelling less than three hours before the start is refused with 409.',
    'Cancelling less than two hours after the start, before a holiday, is refused with 422.',
    'A visit that nobody confirms is dropped after three days.',
    'A visit that somebody confirms is dropped after two days.',
    'A visit has `priceCents` (integer, at most 500).',
    'Lists come in pages of at most 20.',
    'Nobody can delete a visit.',
    'Only vets can cancel a visit.',
    'Only the vet sees the reason of a visit.',
    'Owners can confirm a visit.',
    'No DELETE anywhere.',
    'A read-only API.',
    '`reason` is required.',
    'A 404 response on every operation.',
    'Field names in snake_case.',
  ])('is not met where they say something else: %s', async (task) => {
    expect(await verdict(task)).not.toBe('accepted')
  })

  test('is told by the method of an operation, not by words that echo the task', async () => {
    const task = 'Owners can list the visits of an animal, book a new visit and cancel one.'
    const echo = clinic
      .replace(/ {4}post:[^]*(?=components:)/, '')
      .replace('summary: Visits of an animal', `summary: ${task}`)
    expect(await verdict(task, echo)).not.toBe('accepted')
  })
})

describe('a sentence', () => {
  test('about a default is not said by a value that is only allowed', async () => {
    expect(await verdict('`state` is done by default.')).toBe('accepted')
    expect(await verdict('`state` is planned by default.')).toBe('not_accepted')
    expect(await verdict('Visits start out planned by default.')).not.toBe('accepted')
  })

  test('names no owner by the word fields, and no thing by what is said of it', async () => {
    expect(await verdict('Fields: `vet` (string), `reason` (string).')).toBe('accepted')
    expect(await verdict('Deleting an unknown visit gives 409.')).not.toBe('not_accepted')
  })
})
