import { LARGEST_MESSAGE, MOST_UPDATES } from '@colophon/draft';
import { z } from 'zod';

const through = z
  .string()
  .max(40)
  .describe('The state of the draft that is meant, as it was answered: 0123456789abcdef.42. What was written since stays in the draft.');
const client = z.int().min(1).max(0xffff_ffff);
const base64 = z.string().max(90_000);

export const OpenDraftInput = z.strictObject({
  vector: base64.optional().describe('What the editor has already, base64: the answer then has only what it lacks.'),
  epoch: z.string().max(16).optional().describe('The epoch of that.'),
  client: client.optional().describe('The number that the editor had, to have it again.'),
  isPrivate: z
    .boolean()
    .optional()
    .describe('Begin the draft as one that nobody else can read until it is shared. Only for a piece of your own without a draft.'),
});
export type OpenDraftInput = z.infer<typeof OpenDraftInput>;

/** Anything that is an object: it is read by `readUpdates`, within limits that are checked before anything is decoded. */
export const UpdatesInput = z.strictObject({
  epoch: z.string().max(16),
  client,
  updates: z
    .array(z.strictObject({ update: z.string(), as: z.record(z.string(), z.json()).optional() }))
    .min(1)
    .max(MOST_UPDATES)
    .describe('In the order in which they were written, each base64; what an editor says of their text in `as`.'),
});
export type UpdatesInput = z.infer<typeof UpdatesInput>;
/** In bytes: with what surrounds the updates. */
export const LARGEST_REQUEST = LARGEST_MESSAGE + 100_000;

export const PresenceInput = z.strictObject({ client, field: z.string().max(20), anchor: z.string().max(64), head: z.string().max(64) });
export type PresenceInput = z.infer<typeof PresenceInput>;

export const SaveDraftInput = z.strictObject({
  through,
  summary: z.string().max(2000).optional().describe('What was changed: makes a version with it.'),
});
export type SaveDraftInput = z.infer<typeof SaveDraftInput>;

export const DiscardDraftInput = z.strictObject({ through });
export type DiscardDraftInput = z.infer<typeof DiscardDraftInput>;

const place = {
  epoch: z.string().nullable().describe('Null if there is no draft: the record is all that is written.'),
  sequence: z.int(),
  through: z.string().nullable().describe('Names this state in a save, a review and a publication.'),
};
const writers = z.array(z.object({ id: z.string(), name: z.string().nullable() })).describe('Who wrote since the last save.');

export const DraftAnswer = z.object({
  ...place,
  savedRev: z.int().describe('The revision of the record that the draft was saved as.'),
  savedSequence: z.int(),
  isChanged: z.boolean().describe('Whether the draft says something else than the record.'),
  isPrivate: z.boolean(),
  values: z
    .record(z.string(), z.json())
    .describe('What the draft says: title, description, body, tags, authors, fields, references, facts, assets.'),
  writers,
});

export const OpenedAnswer = z.object({
  ...place,
  client: z.int().nullable().describe('The number under which the editor writes.'),
  may: z.enum(['write', 'read']),
  isPrivate: z.boolean(),
  resets: z.boolean().describe('Whether the editor must begin with the state: what it has is not part of this draft.'),
  state: z.string().nullable().describe('What the editor lacks, base64.'),
  savedRev: z.int(),
});

export const AcceptedAnswer = z.object({ epoch: z.string(), sequence: z.int(), through: z.string() });
