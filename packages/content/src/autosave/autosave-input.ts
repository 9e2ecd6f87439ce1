import { z } from 'zod';
import { AUTHORED_FIELDS } from '../record/content-record.ts';
import { jsonInput } from '../record/json-input.ts';

/** In bytes of JSON. */
export const LARGEST_AUTOSAVE = 1_000_000;

/** Whatever stands in the form, finished or not: nothing but the names of the fields is checked. */
const fields = z
  .strictObject(Object.fromEntries(AUTHORED_FIELDS.map((name) => [name, z.json().optional()])))
  .refine((given) => Buffer.byteLength(JSON.stringify(given)) <= LARGEST_AUTOSAVE, 'must be 1 MB of JSON at most');

export const AutosaveInput = z.strictObject({
  fields: jsonInput(fields, 'The fields that differ from the record as it was opened.'),
  baseRev: z.int().min(1).describe('The revision that was opened.'),
  sequence: z.int().min(0).describe('Counted up with each autosave; an older one does not overwrite a newer one.'),
});
export type AutosaveInput = z.infer<typeof AutosaveInput>;

const about = {
  baseRev: z.int().describe('The revision that was opened.'),
  currentRev: z.int().describe('The revision as it is now.'),
  sequence: z.int(),
  savedAt: z.string(),
};

export const AutosavedAnswer = z.object(about);
export const AutosaveAnswer = z.object({ ...about, fields: z.record(z.string(), z.json()) });

export const EditorAnswer = z.object({
  userId: z.string(),
  name: z.string().nullable(),
  since: z.string().describe('When they began.'),
});
