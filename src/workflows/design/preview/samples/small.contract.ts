import type { DesignIntent } from '../../../../checks/design/intent.ts'

/** A small design for the tests of the page. */
export const smallIntent: DesignIntent = {
  schemaVersion: '1.0.0',
  featureId: 'newsletter-sign-up',
  version: '0.1.0',
  goals: ['A visitor can subscribe with nothing but an e-mail address.'],
  userFlows: [
    {
      id: 'subscribe',
      name: 'Subscribe',
      actor: 'Visitor',
      steps: [
        {
          id: 's1',
          action: 'Enters an e-mail address',
          componentIds: ['email-field'],
          entityIds: ['subscription'],
        },
        {
          id: 's2',
          action: 'Confirms the subscription',
          componentIds: ['subscribe-button'],
          entityIds: ['subscription'],
          outcome: 'A confirmation message is on its way.',
        },
      ],
    },
  ],
  components: [
    {
      id: 'sign-up',
      name: 'Sign-up page',
      type: 'view',
      description: 'Invites visitors to subscribe and tells what they will receive.',
      children: ['email-field', 'subscribe-button'],
    },
    {
      id: 'email-field',
      name: 'E-mail field',
      type: 'control',
      description: 'Takes one e-mail address and says at once when it cannot be one.',
      binds: ['subscription.email'],
    },
    {
      id: 'subscribe-button',
      name: 'Subscribe button',
      type: 'control',
      description: 'Sends the address and shows that it is being sent.',
    },
  ],
  dataModel: {
    entities: [
      {
        id: 'subscription',
        name: 'Subscription',
        attributes: [
          { name: 'email', type: 'string', required: true },
          { name: 'confirmed', type: 'boolean', required: true },
        ],
      },
    ],
    relationships: [],
  },
  interactions: [],
}
