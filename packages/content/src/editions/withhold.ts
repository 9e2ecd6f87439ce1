import { WITHHELD_KINDS, WITHHOLDING_CODES, type EditionWithheld } from '@colophon/contract';
import { type Call, NotFoundError, requireScope } from '@colophon/core';
import { z } from 'zod';
import type { ContentEventKind } from '../events/content-event.ts';
import { recordEvent } from '../events/record-event.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { contentsOf } from '../record/contents-of.ts';
import { id } from '../record/inputs.ts';
import { lockContent } from '../record/lock-content.ts';
import { publicationVersion } from './publication-version.ts';
import { requireEdition } from './read-publication.ts';
import { addEdition } from './record/add-edition.ts';
import { auditEdition } from './record/audit-edition.ts';
import type { Edition } from './record/current-editions.ts';
import { idsOf, withheldFrom } from './withheld.ts';

export const WithholdInput = z.strictObject({
  kind: z.enum(WITHHELD_KINDS).describe('What is withheld.'),
  objectId: id.describe('The id of the asset, the fact or the cited record.'),
  code: z.enum(WITHHOLDING_CODES).describe('Why it is withheld.'),
  note: z.string().max(2000).optional().describe('The reason in words, for the audit log; readers do not get it.'),
});
export type WithholdInput = z.infer<typeof WithholdInput>;

/**
 * Withholds something from the readers of a published record at once, in an edition of its own. It only removes, so that it needs no gate.
 * It stays withheld in later editions until it is lifted when the record is published again.
 *
 * @throws ConflictError `not_published`
 * @throws NotFoundError if the current edition does not show it
 */
export function withhold(content: ContentRecord, { kind, objectId: object, code, note }: WithholdInput, call: Call): Promise<Edition> {
  requireScope(call, 'publish');
  const { database } = content;
  return database.transaction(async () => {
    await lockContent(database, content.id);
    const record = await contentsOf(database, call).require(content.id);
    const current = await requireEdition(record);
    const at = call.now().toISOString();
    if (!idsOf(current.shown, kind).includes(object))
      throw new NotFoundError(`The current edition of this record shows no ${kind} ${object}.`);
    const entry: EditionWithheld = { kind, id: object, code, at };
    const shown = withheldFrom(current.shown, [...current.shown.withheld, entry]);
    const { contentId, textDigest, place, revision } = current;
    const { tenantId } = record;
    // The account of what readers get says how the text was made, as before.
    const version = await publicationVersion(database, contentId, { textDigest, authors: shown.authors });
    const made = { kind: 'withholding', versionId: version?.id ?? null, evidence: version?.evidence, publishedAt: at, code, note } as const;
    const edition = await addEdition(database, { contentId, tenantId, revision, textDigest, place, shown, ...made }, current, true);
    await auditEdition(database, edition, { action: 'withhold', tenantId, code, note }, call);
    await recordEvent(database, call, {
      kind: 'content.withheld' satisfies ContentEventKind,
      objectType: 'contents',
      objectId: contentId,
      tenantId,
      data: { kind, object, code, edition: edition.number },
    });
    return edition;
  });
}
