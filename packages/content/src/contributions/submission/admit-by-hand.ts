import { ConflictError, type SaveContext, ValidationError } from '@colophon/core';
import { shownText } from '../../rendering/shown-text.ts';
import type { ContributionFields } from '../record/contribution-record.ts';
import { judgeNew } from './judge-new.ts';
import { requireOneLine } from '../record/one-line.ts';
import { ContentContributors } from '../people/content-contributor.ts';
import { requireType } from '../types/load-types.ts';
import type { Admission } from './write-admission.ts';

/** Applies intake to a contribution that is created manually, without files; nothing proves who sent it. */
export async function admitByHand(contribution: ContributionFields, { database, call }: SaveContext): Promise<Admission> {
  requireOneLine(contribution.title, '/title');
  const shown = await shownText(String(contribution.body ?? ''), contribution.bodyFormat);
  // Locked, so that a concurrent erasure happens before this or includes it.
  const contributor = await new ContentContributors(database).getForUpdate(String(contribution.contributorId ?? ''));
  if (!contributor || contributor.tenantId !== contribution.tenantId)
    throw ValidationError.of([{ pointer: '/contributorId', code: 'not_found', detail: 'names no contributor' }]);
  if (contributor.erasedAt !== null)
    throw new ConflictError('This person was erased.', { code: 'erased', hint: 'A new contribution makes a new contributor.' });
  const type = await requireType(database, contribution.tenantId, String(contribution.contributionTypeKey ?? ''));
  const by = call.caller.kind === 'system' ? 'application' : 'editor';
  return judgeNew(contribution, { type, contributor, shown, files: [], senderProof: 'none', by, now: call.now() });
}
