import { z } from 'zod';
import { AUTHORED_FIELDS } from '../../record/content-record.ts';
import { jsonInput } from '../../record/json-input.ts';

/** In bytes of JSON. */
export const LARGEST_AUTOSAVE = 1_000_000;

/** The values in the form, valid or not: only the names of the fields are validated. */
const fields = z
  .strictObject(Object.fromEntries(AUTHORED_FIELDS.map((name) => [name, z.json().optional()])))
  .refine((given) => Buffer.byteLength(JSON.stringify(given)) <= LARGEST_AUTOSAVE, 'must be at most 1 MB of JSON');

export const AutosaveInput = z.strictObject({
  fields: jsonInput(fields, 'The fields that differ from the opened record.'),
  baseRev: z.int().min(1).describe('The revision that was opened.'),
  sequence: z.int().min(0).describe('Incremented with each autosave; an older one does not overwrite a newer one.'),
});
export type AutosaveInput = z.infer<typeof AutosaveInput>;

const about = {
  baseRev: z.int().describe('The revision that was opened.'),
  currentRev: z.int().describe('The current revision.'),
  sequence: z.int(),
  savedAt: z.string(),
};

export const AutosavedAnswer = z.object(about);
export const AutosaveAnswer = z.object({
  ...about,
  sequence: z.int().describe('0 if there is no autosave: the next one has a greater number.'),
  savedAt: z.string().nullable().describe('Null if there is no autosave.'),
  fields: z.record(z.string(), z.json()).describe('The fields that differ from the opened record; empty if there is no autosave.'),
});

export const EditorAnswer = z.object({
  userId: z.string(),
  name: z.string().nullable(),
  since: z.string().describe('When they started editing.'),
});
