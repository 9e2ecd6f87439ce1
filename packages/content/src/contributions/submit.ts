import { type Call, ColophonError, hasRole, makeCall, SYSTEM, UnauthenticatedError, ValidationError } from '@colophon/core';
import { shownText } from '../rendering/shown-text.ts';
import type { ContentContribution } from './content-contribution.ts';
import type { ContentContributions } from './content-contributions.ts';
import { reasonsForContributor } from './for-contributor.ts';
import { droppingOnFailure, type TakenFile } from './files/taken-file.ts';
import { type ReceivedAttachment, storeReceived, takeNamed } from './files/take-files.ts';
import { LONGEST_TEXT, type WebSubmission } from './inputs.ts';
import type { Intake } from './intake/decide.ts';
import { isProvedTrusted } from './intake/decide.ts';
import type { MailSign } from './intake/intake-package.ts';
import { judgeNew } from './judge-new.ts';
import { requireProof } from './links/challenge.ts';
import { resolveContributor, resolveSender, type Sender } from './people/resolve-sender.ts';
import { approveContribution, type PromotedContent, type PromotedAsset } from './promote.ts';
import { reserveContributor, reserveSubmission } from './throttles.ts';
import { requireType } from './types/load-types.ts';
import type { ContributionTypeDefinition } from './types/type-definition.ts';

/** What became of a submission. Strangers are told its id and nothing else, whatever became of it. */
export type SubmissionResult =
  | { readonly contribution: { readonly id: string }; readonly received: true }
  | {
      readonly contribution: ContentContribution;
      readonly intake: Intake;
      /** What was made of it, where it was promoted by itself. */
      readonly content?: PromotedContent | null;
      readonly assets?: readonly PromotedAsset[];
    };

/** How a submission came in, where it was no plain call. */
export interface Arrival {
  /** Files that came with it. */
  readonly received?: readonly ReceivedAttachment[];
  /** Its allowance was reserved before it was read. */
  readonly reserved?: boolean;
  /** It came by the form without scripts. */
  readonly withoutWork?: boolean;
  /** The contribution that it answers, which takes no more itself. */
  readonly relatedTo?: string;
  /** Who sent it, where that is known otherwise than by the call: by a link that was sent to the address, or by the mail. */
  readonly sender?: Sender;
  /** The mail that it came by. */
  readonly mail?: MailArrival;
}

/** What is known of a mail that a contribution came by. */
export interface MailArrival {
  readonly dmarcFailed: boolean;
  readonly signs: readonly MailSign[];
  /** Writes down that the mail was taken, in the transaction that writes the contribution. */
  readonly write: (contribution: ContentContribution) => Promise<void>;
}

/**
 * Takes a contribution in: allowances, type, proof of work, files, and then the contribution with its contributor, first
 * revision and files in one transaction. What a trusted contributor sends, who is proved to be themselves, is promoted by
 * itself where its type says so.
 */
export async function submitContribution(
  contributions: ContentContributions,
  input: WebSubmission,
  arrival: Arrival = {},
): Promise<SubmissionResult> {
  const { database, call } = contributions;
  const { caller } = call;
  const isStranger = caller.kind === 'anonymous' && !arrival.sender;
  if (!arrival.reserved) await reserveSubmission(database, call);
  if ((input.body?.length ?? 0) > LONGEST_TEXT) throw tooLong();
  const tenantId = tenantOf(call, input.tenantId);
  const type = await requireType(database, tenantId, input.typeKey);
  if (type.openTo === 'members' && isStranger) throw new UnauthenticatedError('Sign in to send this kind of contribution.');
  const named = { email: input.contributorEmail, name: input.contributorName?.trim() || null, tenantId };
  const sender = arrival.sender ?? (await resolveSender(call, named));
  if (isStranger && type.proofOfWork && !arrival.withoutWork) await requireProof(database, call, input.proof);
  await reserveContributor(database, call, sender.address);
  // Before the transaction, in which others would wait for it.
  const shown = await shownText(input.body ?? '', input.bodyFormat ?? 'text');
  const files = [...(await takeNamed(database, call, input.attachments ?? [])), ...(await storeReceived(database, arrival.received ?? []))];
  const {
    contribution,
    intake: decided,
    proved,
  } = await droppingOnFailure(files, () => admit(contributions, { input, type, sender, shown, files, arrival }));
  // What intake made of it tells how far the person is trusted whose address was given.
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
}

function admit(
  contributions: ContentContributions,
  { input, type, sender, shown, files, arrival }: Admitting,
): Promise<{ contribution: ContentContribution; intake: Intake; proved: boolean }> {
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
      ...(arrival.mail ? { dmarcFailed: arrival.mail.dmarcFailed, mailSigns: arrival.mail.signs } : {}),
    });
    contribution.admit(admission);
    await contribution.save();
    await arrival.mail?.write(contribution);
    return { contribution, intake: admission.intake, proved: isProvedTrusted({ contributor, senderProof }) };
  });
}

/** The application promotes it; where that is refused it waits for an editor like every other, and says why. */
async function promoteItself(contribution: ContentContribution, intake: Intake, call: Call): Promise<SubmissionResult> {
  try {
    const result = await approveContribution(contribution, {}, makeCall({ ...call, caller: SYSTEM }));
    return { ...result, intake };
  } catch (error) {
    if (!(error instanceof ColophonError) || error.status >= 500) throw error;
    contribution.editorNotes = `It was not promoted by itself: ${error.message}`.slice(0, 2000);
    return { contribution: await contribution.save(), intake };
  }
}

/** A caller's tenant is their own; only the application says for which it acts. */
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
