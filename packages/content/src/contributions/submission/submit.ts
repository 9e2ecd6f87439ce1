import { type Call, ColophonError, hasRole, makeCall, SYSTEM, UnauthenticatedError, ValidationError } from '@colophon/core';
import { shownText } from '../../rendering/shown-text.ts';
import type { ContributionCollection, ContributionRecord } from '../record/contribution-record.ts';
import { reasonsForContributor } from '../record/for-contributor.ts';
import { droppingOnFailure, type TakenFile } from '../files/taken-file.ts';
import { type ReceivedAttachment, storeReceived, takeNamed } from '../files/take-files.ts';
import { LONGEST_TEXT, type WebSubmission } from '../intake/inputs.ts';
import type { Intake } from '../intake/decide.ts';
import { isProvedTrusted } from '../intake/decide.ts';
import type { MailSign } from '../record/intake-package.ts';
import { judgeNew } from './judge-new.ts';
import { requireProof } from './challenge.ts';
import { resolveContributor, resolveSender, type Sender } from '../people/resolve-sender.ts';
import { approveContribution, type PromotedContent, type PromotedAsset } from '../promotion/promote.ts';
import { reserveContributor, reserveSubmission } from '../record/throttles.ts';
import { requireType } from '../types/load-types.ts';
import type { ContributionTypeDefinition } from '../types/type-definition.ts';
import type { Admission } from './write-admission.ts';

/** The result of a submission. Callers who are not signed in receive only its id, whatever the decision. */
export type SubmissionResult<C extends ContributionRecord> =
  | { readonly contribution: { readonly id: string }; readonly received: true }
  | {
      readonly contribution: C;
      readonly intake: Intake;
      /** The content, if it was promoted automatically. */
      readonly content?: PromotedContent | null;
      readonly assets?: readonly PromotedAsset[];
    };

/** The context of a submission other than a plain call. */
export interface Arrival {
  /** Files received with it. */
  readonly received?: readonly ReceivedAttachment[];
  /** Its limit was reserved before it was read. */
  readonly reserved?: boolean;
  /** It was submitted by the form without scripts. */
  readonly withoutWork?: boolean;
  /** Reserves the submission in the limits of its sender, when its fields are known to be valid. */
  readonly reserve?: () => Promise<void>;
  /** The form came within seconds of its challenge. */
  readonly isQuick?: boolean;
  /** The contribution that it replies to, which accepts no more revisions. */
  readonly relatedTo?: string;
  /** The verified sender, if known from a link that was sent to the address, or from the mail. */
  readonly sender?: Sender;
  /** The mail that it was received by. */
  readonly mail?: MailArrival;
}

/** Data about the mail that a contribution was received by. */
export interface MailArrival {
  readonly dmarcFailed: boolean;
  readonly signs: readonly MailSign[];
  /** Records the mail as ingested, in the transaction that writes the contribution. */
  readonly write: (contribution: { readonly id: string }) => Promise<void>;
}

/** A new contribution; `save()` writes the result of intake with it. */
export interface NewContribution extends ContributionRecord {
  admit(admission: Admission): void;
}

/**
 * Submits a contribution: limits, type, proof of work, files, and then the contribution with its contributor, first
 * revision and files in one transaction. A contribution of a trusted, verified contributor is promoted
 * automatically if its type allows it.
 */
export async function submitContribution<C extends NewContribution>(
  contributions: ContributionCollection<C>,
  input: WebSubmission,
  arrival: Arrival = {},
): Promise<SubmissionResult<C>> {
  const { database, call } = contributions;
  const { caller } = call;
  const isStranger = caller.kind === 'anonymous' && !arrival.sender;
  if (!arrival.reserved) await reserveSubmission(database, call);
  if ((input.body?.length ?? 0) > LONGEST_TEXT) throw tooLong();
  const tenantId = tenantOf(call, input.tenantId);
  const type = await requireType(database, tenantId, input.typeKey);
  if (type.openTo === 'members' && isStranger) throw new UnauthenticatedError('Sign in to send this kind of contribution.');
  const named = { email: input.contributorEmail, name: input.contributorName?.trim() || null, tenantId };
  const sender = arrival.sender ?? (await resolveSender(database, call, named));
  const needsProof = isStranger && type.proofOfWork && !arrival.withoutWork;
  const { isQuick } = needsProof ? await requireProof(database, call, input.proof) : { isQuick: arrival.isQuick ?? false };
  await arrival.reserve?.();
  await reserveContributor(database, call, sender.address);
  // Before the transaction, so that others do not wait for it.
  const shown = await shownText(input.body ?? '', input.bodyFormat ?? 'text');
  const files = [...(await takeNamed(database, call, input.attachments ?? [])), ...(await storeReceived(database, arrival.received ?? []))];
  const {
    contribution,
    intake: decided,
    proved,
  } = await droppingOnFailure(files, () => admit(contributions, { input, type, sender, shown, files, arrival, isQuick }));
  // The decision would reveal how far the person is trusted whose address was entered.
  if (!hasRole(caller, 'editor') && sender.proof === 'none') return { contribution: { id: contribution.id }, received: true };
  const intake = hasRole(caller, 'editor') ? decided : { ...decided, reasons: reasonsForContributor(decided.reasons) };
  const promotesItself = type.promotion.autoPromoteTrusted && intake.decision === 'accept' && proved;
  return promotesItself ? promoteItself(contribution, intake, call) : { contribution, intake };
}

interface Admitting {
  readonly input: WebSubmission;
  readonly type: ContributionTypeDefinition;
  readonly sender: Sender;
  readonly shown: string;
  readonly files: readonly TakenFile[];
  readonly arrival: Arrival;
  readonly isQuick: boolean;
}

function admit<C extends NewContribution>(
  contributions: ContributionCollection<C>,
  { input, type, sender, shown, files, arrival, isQuick }: Admitting,
): Promise<{ contribution: C; intake: Intake; proved: boolean }> {
  const { database, call } = contributions;
  return database.transaction(async () => {
    const contributor = await resolveContributor(database, call, sender);
    const related = arrival.relatedTo === undefined ? {} : { relatedTo: arrival.relatedTo };
    const contribution = contributions.make({
      contributorId: contributor.id,
      contributionTypeKey: type.key,
      tenantId: sender.tenantId,
      title: input.title?.trim() || null,
      description: input.description?.trim() || null,
      body: input.body ?? '',
      bodyFormat: input.bodyFormat ?? 'text',
      language: input.language || null,
      channel: arrival.mail ? 'email' : 'web',
      metadata: { ...input.metadata, ...related },
    } as never);
    const { proof: senderProof } = sender;
    const admission = judgeNew(contribution, {
      type,
      contributor,
      shown,
      files,
      senderProof,
      now: call.now(),
      by: senderProof === 'application' ? 'application' : 'contributor',
      honeypot: Boolean(input.website || input.honeypot),
      withoutWork: arrival.withoutWork ?? false,
      isQuick,
      ...(arrival.mail ? { dmarcFailed: arrival.mail.dmarcFailed, mailSigns: arrival.mail.signs } : {}),
    });
    contribution.admit(admission);
    await contribution.save();
    await arrival.mail?.write(contribution);
    return { contribution, intake: admission.intake, proved: isProvedTrusted({ contributor, senderProof }) };
  });
}

/** Promotes on behalf of the application; if that is refused, the contribution waits for an editor, with the reason. */
async function promoteItself<C extends ContributionRecord>(contribution: C, intake: Intake, call: Call): Promise<SubmissionResult<C>> {
  try {
    const result = await approveContribution(contribution, {}, makeCall({ ...call, caller: SYSTEM }));
    return { ...result, intake };
  } catch (error) {
    if (!(error instanceof ColophonError) || error.status >= 500) throw error;
    contribution.editorNotes = `It was not promoted by itself: ${error.message}`.slice(0, 2000);
    return { contribution: await contribution.save(), intake };
  }
}

/** A caller's tenant is fixed; only the application can choose one. */
function tenantOf({ caller }: Call, given: string | null | undefined): string | null {
  if (caller.kind === 'system') return given ?? null;
  if (given === undefined || given === null || given === caller.tenantId) return caller.tenantId;
  throw ValidationError.of([{ pointer: '/tenantId', code: 'other_tenant', detail: 'must be the tenant that you act in' }]);
}

function tooLong(): ColophonError {
  return new ColophonError(413, 'too_large', `The text is longer than ${LONGEST_TEXT} characters.`, {
    extensions: { limit: LONGEST_TEXT },
  });
}
