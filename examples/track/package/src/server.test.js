import assert from 'node:assert/strict'
import test from 'node:test'
import { answer } from './server.js'

test('the start page is there', () => assert.equal(answer('/').status, 200))
test('the stylesheet is there', () => assert.equal(answer('/styles.css').type, 'text/css'))
test('an unknown page is not', () => assert.equal(answer('/nowhere').status, 404))
