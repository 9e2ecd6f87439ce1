import { datetime } from '../fields/datetime.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';

/** One attempt at something that could be guessed: by whom, at what, when, and until when it counts. */
export class Attempt extends object(
  { subject: text({ required: true }), at: datetime({ required: true }), until: datetime() },
  {
    table: 'attempts',
    kept: 'passing',
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    indexes: [['subject', 'at'], ['at'], ['until']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Attempts that are counted for throttling.',
  },
) {}

export class Attempts extends collection(Attempt) {}
