import { EDITION_KINDS } from '@colophon/contract';
import { z } from 'zod';

/** An edition in lists. */
export const ListedEditionAnswer = z.object({
  number: z.int(),
  kind: z.enum(EDITION_KINDS),
  revision: z.int().describe('The revision of the record.'),
  publishedAt: z.string(),
  digest: z.string().describe('The digest of the edition, which contains that of the one before.'),
  textDigest: z.string(),
  shownDigest: z.string(),
  previous: z.string().nullable().describe('The digest of the edition before.'),
});

/** An edition after it was made. */
export const EditionAnswer = ListedEditionAnswer.omit({ previous: true }).extend({
  contentId: z.string(),
  versionId: z.string().nullable(),
});

const thing = z.record(z.string(), z.json());

/** What readers get, and how it differs from what the record has now. */
export const PublicationAnswer = EditionAnswer.extend({
  shown: thing.describe('What the edition shows besides the text: tags, pictures, files, facts, references, and what is withheld.'),
  changed: z
    .array(
      z.object({
        what: z.enum(['text', 'tag', 'picture', 'file', 'fact', 'reference']),
        id: z.string().nullable(),
        before: thing.nullable().describe('As readers get it; null if it was added.'),
        after: thing.nullable().describe('As the record has it now; null if it was removed.'),
      }),
    )
    .describe('What publishing again would change for readers.'),
  ready: z.boolean(),
  blockingRequirements: z.array(thing),
});
