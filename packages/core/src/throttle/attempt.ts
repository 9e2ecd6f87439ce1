import { datetime } from '../fields/datetime.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';

/** One attempt at something that may be guessed: whose, at what, when, and when it counts no more. */
export class Attempt extends object(
  { subject: text({ required: true }), at: datetime({ required: true }), until: datetime() },
  {
    table: 'attempts',
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    indexes: [['subject', 'at'], ['at'], ['until']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Attempts at what may be guessed, for throttling.',
  },
) {}

export class Attempts extends collection(Attempt) {}
