import { type Call, ConflictError, requireScope } from '@colophon/core';
import type { ContentEventKind } from '../events/content-event.ts';
import { recordEvent } from '../events/record-event.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { notReady } from '../reviews/not-ready.ts';
import { resolveGovernanceOf } from '../governance/resolve.ts';
import { evaluateProfile } from '../reviews/evaluate.ts';
import { freezeCorrection } from '../editions/freeze-edition.ts';
import { createVersion } from '../versions/create-version.ts';
import { lockCitedVersions } from '../versions/lock-versions.ts';
import { type ContentCorrection, ContentCorrections, type CorrectionInput } from './content-correction.ts';
import { lockContent } from '../record/lock-content.ts';

/**
 * Issues a correction of a published piece: the correction and a version of the current record, both or neither. The text is not changed.
 *
 * @param issuedAt when it was issued, as an ISO date, for one that was issued elsewhere; by default now
 * @throws ConflictError if the record was never published: change the draft instead
 * @throws ValidationError `publish_readiness` if corrections have an enforced profile that is not ready
 */
export async function issueCorrection(
  content: ContentRecord,
  input: CorrectionInput,
  call: Call,
  issuedAt: string = call.now().toISOString(),
): Promise<ContentCorrection> {
  if (content.firstPublishedAt === null) {
    throw new ConflictError('Only a published piece can be corrected.', {
      code: 'never_published',
      hint: 'This is a draft: change its text.',
    });
  }
  requireScope(call, 'publish');
  const { database } = content;
  return database.transaction(async () => {
    const governance = await resolveGovernanceOf(database, content);
    const { correctionProfileKey } = governance;
    if (governance.enforcePublishReadiness && correctionProfileKey !== null) {
      await lockContent(database, content.id);
      await lockCitedVersions(database, content.id);
      const { ready, blockingRequirements } = await evaluateProfile(content, correctionProfileKey, { locked: true });
      if (!ready) throw notReady('corrected', correctionProfileKey, blockingRequirements);
    }
    const version = await createVersion(content, { kind: 'correction', summary: input.summary, metadata: { type: input.type } }, call);
    const issued = await new ContentCorrections(database, call).add({
      contentId: content.id,
      tenantId: content.tenantId,
      type: input.type,
      summary: input.summary,
      note: input.note ?? null,
      publishedAt: issuedAt,
      versionId: version.id,
      issuedBy: call.caller.name,
    });
    await freezeCorrection(content, { id: version.id, createdAt: version.created_at }, issued);
    await recordEvent(database, call, {
      kind: 'correction.issued' satisfies ContentEventKind,
      objectType: 'content_corrections',
      objectId: issued.id,
      tenantId: content.tenantId,
      data: { contentId: content.id, type: issued.type },
    });
    return issued;
  });
}
