import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { object } from '../objects/object.ts';

/**
 * Creates the base of a class that stores how far a follower has read each source; no surface exposes it.
 *
 * @example
 * class DigestCursor extends eventCursor('digest_cursors', 'Up to where events have been made into digests.') {}
 */
export function eventCursor(table: string, description: string) {
  return object(
    { source: text({ required: true, maxLength: 100 }), sequence: integer({ default: 0, minimum: 0 }) },
    {
      table,
      api: false,
      mcp: false,
      cli: false,
      audit: false,
      unique: [['source']],
      access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
      description,
    },
  );
}
