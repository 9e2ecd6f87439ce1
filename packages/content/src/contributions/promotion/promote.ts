import { type Call, ConflictError, type JsonObject } from '@colophon/core';
import { Assets } from '../../assets/asset.ts';
import type { Content } from '../../content/content.ts';
import { Contents } from '../../content/contents.ts';
import { canonicalLanguage } from '../../record/language.ts';
import { inertMarkdown } from '../../rendering/inert-markdown.ts';
import { createVersion } from '../../versions/create-version.ts';
import { addNote } from '../record/add-note.ts';
import type { ContributionFields, ContributionRecord, ContributionValues } from '../record/contribution-record.ts';
import { ContentContributionAttachments } from '../files/content-contribution-attachment.ts';
import { latestAttachments } from '../files/latest-attachments.ts';
import type { ApproveInput, PromoteInput } from '../intake/inputs.ts';
import { isProgram } from '../intake/match-type.ts';
import { hashByline } from '../people/byline.ts';
import { ContentContributors } from '../people/content-contributor.ts';
import { asOneLine } from '../record/one-line.ts';
import { judgeAction } from '../record/states.ts';
import { requireType } from '../types/load-types.ts';
import type { ContributionTypeDefinition } from '../types/type-definition.ts';
import { tellOfContribution } from '../record/tell-of-contribution.ts';

/** The piece created from a contribution. */
export type PromotedContent = Content;

/** The asset created from a file of a contribution. */
export interface PromotedAsset {
  readonly attachmentId: string;
  readonly assetId: string;
}

/** The result of approval and promotion; `content` is null while a contribution is only approved. */
export interface Promotion<C extends ContributionRecord> {
  readonly contribution: C;
  readonly content: PromotedContent | null;
  readonly assets: readonly PromotedAsset[];
}

/** Approves a contribution, and creates content from it unless `promote` is false: atomically, and once. */
export function approveContribution<C extends ContributionRecord>(contribution: C, input: ApproveInput, call: Call): Promise<Promotion<C>> {
  return carryOut(contribution, 'approve', input, call);
}

/** Creates content from an approved contribution. */
export function promoteContribution<C extends ContributionRecord>(contribution: C, input: PromoteInput, call: Call): Promise<Promotion<C>> {
  return carryOut(contribution, 'promote', input, call);
}

async function carryOut<C extends ContributionRecord>(
  contribution: C,
  action: 'approve' | 'promote',
  input: ApproveInput,
  call: Call,
): Promise<Promotion<C>> {
  const { database } = contribution;
  const type = await requireType(database, contribution.tenantId, contribution.contributionTypeKey);
  // Processing untrusted text may be slow, so it happens before the lock.
  const body = await inertMarkdown(contribution.body, contribution.bodyFormat);
  return database.transaction(async () => {
    const fresh = await contribution.lockAndRead(call);
    if (action === 'approve' && input.promote === false && fresh.status === 'approved')
      return { contribution: fresh, content: null, assets: [] };
    if (judgeAction(action, fresh.status) === 'done') return standingResult(fresh, call);
    if (fresh.revisionCount !== contribution.revisionCount || fresh.erasedAt !== contribution.erasedAt) throw changedMeanwhile();
    const approval = action === 'approve' ? { approvedAt: call.now().toISOString() } : {};
    // A single update of the row: a second one would make the database check the contributor, whom an erasure may have locked.
    const decision = { ...addNote(fresh, input.editorNote), ...approval, decidedBy: call.caller.name };
    if (action === 'promote' || input.promote !== false) return promote(fresh, { type, body, input, decision }, call);
    await fresh.move({ ...decision, status: 'approved' });
    await tellOfContribution(database, call, fresh, 'contribution.approved');
    return { contribution: fresh, content: null, assets: [] };
  });
}

interface Promoting {
  readonly type: ContributionTypeDefinition;
  readonly body: string;
  readonly input: PromoteInput;
  /** The fields that approval sets on the contribution. */
  readonly decision: Readonly<Partial<ContributionValues>>;
}

async function promote<C extends ContributionRecord>(
  fresh: C,
  { type, body, input, decision }: Promoting,
  call: Call,
): Promise<Promotion<C>> {
  const { database } = fresh;
  const promotedAt = call.now().toISOString();
  const contributor = await new ContentContributors(database).get(fresh.contributorId);
  const content = await new Contents(database, call).add({
    type: type.promotion.targetContentType,
    variant: type.promotion.targetContentVariant ?? null,
    status: input.targetStatus ?? type.promotion.targetContentStatus,
    title: titleOf(fresh, type),
    description: fresh.description,
    body,
    bodyFormat: 'markdown',
    language: canonicalLanguage(fresh.language) ?? null,
    source: 'contribution',
    authors: contributor?.name ? [contributor.name] : [],
    tenantId: fresh.tenantId,
    // Public data: neither an address nor a name.
    metadata: { contribution: provenance(fresh, promotedAt) },
  } as never);
  const assets = await makeAssets(fresh, content, { type, input }, call);
  await createVersion(
    content,
    { kind: 'auto-generated', summary: 'Made of a contribution.', metadata: { source: 'contribution', contributionId: fresh.id } },
    call,
  );
  const [byline] = content.authors;
  const bylineHash = byline === undefined ? null : hashByline(fresh.id, byline);
  await fresh.move({ ...decision, status: 'promoted', promotedContentId: content.id, promotedAt, bylineHash });
  if (decision.approvedAt !== undefined) await tellOfContribution(database, call, fresh, 'contribution.approved');
  await tellOfContribution(database, call, fresh, 'contribution.promoted');
  return { contribution: fresh, content, assets };
}

function provenance(fresh: ContributionFields, promotedAt: string): JsonObject {
  return {
    contributionId: fresh.id,
    typeKey: fresh.contributionTypeKey,
    channel: fresh.channel,
    revision: fresh.revisionCount,
    receivedAt: fresh.receivedAt,
    promotedAt,
    senderProof: fresh.senderProof,
  };
}

const LONGEST_TITLE = 200;

/** Returns the given title, otherwise the first line of the text, otherwise the label of the type. */
function titleOf({ title, body }: ContributionFields, { label, key }: ContributionTypeDefinition): string {
  const line =
    body
      .split('\n')
      .find((each) => each.trim() !== '')
      ?.trim() ?? '';
  // One that is stored from before titles had to be one line becomes one.
  return title === null ? Array.from(asOneLine(line)).slice(0, LONGEST_TITLE).join('') || (label ?? key) : asOneLine(title);
}

/** The files of the latest revision become assets with the same bytes: suspicious ones only if an editor accepts them, executables never. */
async function makeAssets(
  fresh: ContributionFields,
  content: Content,
  { type: { promotion }, input }: Pick<Promoting, 'type' | 'input'>,
  call: Call,
): Promise<PromotedAsset[]> {
  if (!promotion.createAssets) return [];
  const { database } = fresh;
  const attachments = await latestAttachments(fresh);
  const taken = attachments.filter(
    ({ fileKey, mimeType, suspect, raw }) =>
      fileKey !== null && !raw && !isProgram(mimeType) && (suspect.length === 0 || input.acceptSuspect === true),
  );
  const made: PromotedAsset[] = [];
  for (const [place, { id, filename, mimeType, size, sha256, fileKey }] of taken.entries()) {
    const asset = await new Assets(database, call).add({
      name: filename,
      mimeType,
      size,
      sha256,
      fileKey,
      tenantId: fresh.tenantId,
      metadata: { contribution: { contributionId: fresh.id, attachmentId: id } },
    });
    await content.addAsset(asset, promotion.assetRelationship, place, call);
    await new ContentContributionAttachments(database, call).update(id, { promotedAssetId: asset.id });
    made.push({ attachmentId: id, assetId: asset.id });
  }
  return made;
}

/** Returns the earlier promotion in its current state. */
async function standingResult<C extends ContributionRecord>(fresh: C, call: Call): Promise<Promotion<C>> {
  const { database, promotedContentId } = fresh;
  const content = promotedContentId === null ? undefined : await new Contents(database, call).get(promotedContentId);
  const attachments = await new ContentContributionAttachments(database).list({
    where: { contributionId: fresh.id, promotedAssetId: { null: false } } as never,
    orderBy: 'created_at',
    limit: 1000,
  });
  const assets = attachments.map(({ id, promotedAssetId }) => ({ attachmentId: id, assetId: String(promotedAssetId) }));
  return { contribution: fresh, content: content ?? null, assets };
}

function changedMeanwhile(): ConflictError {
  return new ConflictError('The contribution was revised since it was read.', {
    code: 'stale',
    hint: 'Read what it says now, and approve that.',
  });
}
