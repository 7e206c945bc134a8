import type { Component, DesignIntent } from '../../../../checks/design/intent.ts'

const part = (
  id: string,
  [name, type]: readonly [string, Component['type']],
  description: string,
  more: Pick<Component, 'children' | 'binds'> = {},
): Component => ({ id, name, type, description, ...more })

/** An ordinary design for the tests of the page: two views, two flows, five entities. */
export const libraryIntent: DesignIntent = {
  schemaVersion: '1.0.0',
  featureId: 'library-loans',
  version: '1.2.0',
  title: 'Library loans',
  goals: [
    'A member borrows a copy at the desk in under a minute.',
    'A member always knows what is due and when, and can renew it without asking.',
    'Staff see at a glance which copies are overdue.',
  ],
  userFlows: [
    {
      id: 'borrow',
      name: 'Borrow a copy',
      actor: 'Member at the self-service desk',
      goal: 'Leave with a book that is recorded as a loan.',
      steps: [
        {
          id: 'b1',
          action: 'Holds the membership card to the reader',
          componentIds: ['desk', 'card-reader'],
          entityIds: ['member'],
          outcome: 'The desk greets the member by name and lists open loans.',
        },
        {
          id: 'b2',
          action: 'Scans the copy to borrow',
          componentIds: ['copy-field'],
          entityIds: ['copy', 'title'],
          outcome: 'Title and due date appear in the basket.',
        },
        {
          id: 'b3',
          action: 'Confirms the loan',
          componentIds: ['confirm-button'],
          entityIds: ['loan', 'copy'],
          outcome: 'The loan is recorded and a receipt is offered.',
        },
        {
          id: 'b4',
          action: 'Chooses how to get the receipt',
          componentIds: ['receipt-choice'],
          entityIds: ['loan'],
          outcome: 'The receipt is printed or sent by e-mail.',
        },
      ],
    },
    {
      id: 'renew',
      name: 'Renew a loan',
      actor: 'Member at home',
      goal: 'Keep a book for longer when nobody waits for it.',
      steps: [
        {
          id: 'r1',
          action: 'Opens the list of loans',
          componentIds: ['my-loans', 'loan-list'],
          entityIds: ['loan'],
          outcome: 'Loans are listed, those due soonest first.',
        },
        {
          id: 'r2',
          action: 'Asks for a renewal',
          componentIds: ['renew-button'],
          entityIds: ['loan', 'reservation'],
          outcome: 'The new due date is shown, or who waits for the copy.',
        },
      ],
    },
  ],
  components: [
    part('desk', ['Self-service desk', 'view'], 'Where a member borrows copies without staff.', {
      children: ['card-reader', 'basket', 'receipt-choice'],
    }),
    part(
      'card-reader',
      ['Card reader', 'utility'],
      'Reads the number of a membership card and reports a card that it cannot read.',
      { binds: ['member.cardNumber'] },
    ),
    part('basket', ['Basket', 'container'], 'Holds the copies of this visit until confirmed.', {
      children: ['copy-field', 'basket-lines', 'confirm-button'],
    }),
    part('copy-field', ['Copy number field', 'control'], 'Takes a scanned or typed copy number.', {
      binds: ['copy.number'],
    }),
    part(
      'basket-lines',
      ['Copies in the basket', 'data'],
      'Lists each copy with its title, its due date and a way to take it out again.',
      { binds: ['title.name', 'loan.dueDate'] },
    ),
    part(
      'confirm-button',
      ['Confirm button', 'control'],
      'Records all loans at once; it rests while the basket is empty.',
    ),
    part(
      'receipt-choice',
      ['Receipt choice', 'control'],
      'Offers paper, e-mail or no receipt and remembers the choice of the member.',
      { binds: ['member.receipt'] },
    ),
    part('my-loans', ['My loans', 'view'], 'What a member has borrowed and until when.', {
      children: ['due-filter', 'loan-list'],
    }),
    part('due-filter', ['Due date filter', 'control'], 'Narrows the list to what is due soon.'),
    part(
      'loan-list',
      ['List of loans', 'data'],
      'Shows loans, the soonest due first, and marks overdue ones in words.',
      { children: ['renew-button'], binds: ['loan.dueDate', 'title.name'] },
    ),
    part('renew-button', ['Renew button', 'control'], 'Asks for four more weeks for one loan.', {
      binds: ['loan.dueDate'],
    }),
    part(
      'overdue-mail',
      ['Overdue reminder', 'utility'],
      'Writes to members on the day after the due date, in their language.',
      { binds: ['loan.dueDate', 'member.email'] },
    ),
  ],
  dataModel: {
    entities: [
      {
        id: 'member',
        name: 'Member',
        attributes: [
          { name: 'cardNumber', type: 'string', required: true, description: 'Unique.' },
          { name: 'name', type: 'string', required: true },
          { name: 'email', type: 'string' },
          { name: 'receipt', type: 'enum', description: 'paper, e-mail or none' },
        ],
      },
      {
        id: 'loan',
        name: 'Loan',
        attributes: [
          { name: 'member', type: 'reference', required: true },
          { name: 'copy', type: 'reference', required: true },
          { name: 'lentOn', type: 'date', required: true },
          { name: 'dueDate', type: 'date', required: true },
          { name: 'returnedOn', type: 'date', description: 'Empty while the loan is open.' },
        ],
      },
      {
        id: 'copy',
        name: 'Copy',
        attributes: [
          { name: 'number', type: 'string', required: true },
          { name: 'shelf', type: 'string' },
        ],
      },
      {
        id: 'title',
        name: 'Title',
        attributes: [
          { name: 'name', type: 'string', required: true },
          { name: 'authors', type: 'list', required: true },
        ],
      },
      {
        id: 'reservation',
        name: 'Reservation',
        attributes: [
          { name: 'placedOn', type: 'date', required: true },
          { name: 'until', type: 'date' },
        ],
      },
    ],
    relationships: [
      { from: 'member', to: 'loan', cardinality: 'one-to-many', description: 'Who borrowed.' },
      { from: 'copy', to: 'loan', cardinality: 'one-to-many', description: 'What was borrowed.' },
      { from: 'title', to: 'copy', cardinality: 'one-to-many' },
      { from: 'member', to: 'reservation', cardinality: 'one-to-many' },
      { from: 'title', to: 'reservation', cardinality: 'one-to-many' },
    ],
  },
  interactions: [
    {
      id: 'scan-copy',
      trigger: 'A copy is scanned that somebody else has reserved.',
      response: 'The desk says so, keeps the copy out of the basket and offers the next free copy.',
      componentIds: ['copy-field', 'basket-lines'],
      states: ['scanning', 'refused', 'offered'],
    },
    {
      id: 'renew-refused',
      trigger: 'A renewal is asked for while somebody waits for the title.',
      response: 'The due date stays, and the list tells when the copy is expected back.',
      componentIds: ['renew-button', 'loan-list'],
      states: ['asking', 'refused'],
    },
  ],
}
