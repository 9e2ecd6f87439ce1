import {
  type Call,
  collection,
  makeCall,
  type Operations,
  type Presented,
  type RowQuery,
  ValidationError,
  type Page,
  pageOutput,
  recordOutput,
} from '@colophon/core';
import { ContentContribution } from './content-contribution.ts';
import { Attempts } from '@colophon/core/throttle';
import { besideFileHolders, fileHolders } from '../assets/file-holders.ts';
import { Contents } from '../content/contents.ts';
import { ContentContributionRevisions } from './record/content-contribution-revision.ts';
import { issueChallenge, ChallengeAnswer, type Challenge } from './submission/challenge.ts';
import { ContributorInput, EmailInput, FormSubmission, InboxInput, LinkReply, WebSubmission } from './intake/inputs.ts';
import { answerByLink, type LinkedContribution } from './links/act-by-link.ts';
import { OpenTypesAnswer, type OpenType, TypesAnswer, openTypes, type TypesOfTenant, typesOfTenant } from './types/types-answer.ts';
import { ContentContributors } from './people/content-contributor.ts';
import { presentContributions } from './present-contributions.ts';
import { LinkAnswer, MailAnswer, SubmissionAnswer } from './answers.ts';
import { listInbox, listOfContributor } from './lists.ts';
import { ingestMail, type MailIngested } from './mail/ingest-mail.ts';
import { findRecipient } from './mail/recipients.ts';
import { submitContribution, type SubmissionResult } from './submission/submit.ts';
import { ContentContributionTypes } from './types/content-contribution-type.ts';

/** All contributions. */
export class ContentContributions extends besideFileHolders(
  collection(ContentContribution, {
    requires: () => [Contents, ContentContributionTypes, ContentContributors, ContentContributionRevisions, ...fileHolders(), Attempts],
  }),
) {
  static readonly operations: Operations<ContentContributions> = {
    submitWebContribution: {
      path: ['submit'],
      input: WebSubmission,
      output: SubmissionAnswer,
      access: 'public',
      creates: true,
      transaction: false,
      bodyLimit: 2_000_000,
      description: 'Submit a contribution. The same endpoint accepts a form with files (multipart/form-data).',
    },
    // Called by the routes that receive forms, and exposed by no surface.
    submitForm: { input: FormSubmission, output: SubmissionAnswer, access: 'public', creates: true, transaction: false },
    replyByLink: { input: LinkReply, output: LinkAnswer, access: 'public', transaction: false },
    ingestEmailContribution: {
      path: ['ingest-email'],
      input: EmailInput,
      output: MailAnswer,
      access: 'editor',
      transaction: false,
      bodyLimit: 42_000_000,
      description: 'Ingest a mail that was sent to the address of a contribution type; repeated deliveries have no further effect.',
    },
    listInboxAction: {
      method: 'GET',
      path: ['inbox'],
      input: InboxInput,
      output: pageOutput(recordOutput()),
      access: 'editor',
      description: 'List contributions that wait for a decision, most recently changed first.',
    },
    listForContributor: {
      method: 'GET',
      path: ['by-contributor'],
      input: ContributorInput,
      output: pageOutput(recordOutput()),
      access: 'viewer',
      description: 'List the contributions of one person: of anybody for editors, of the caller for others.',
    },
    getContributionTypesAction: {
      method: 'GET',
      path: ['types'],
      output: TypesAnswer,
      access: 'editor',
      description: 'List the contribution types in force, and those that are stored.',
    },
    openTypes: {
      method: 'GET',
      path: ['types', 'open'],
      output: OpenTypesAnswer,
      access: 'public',
      description: 'List the contribution types that are open to the caller, and what they accept.',
    },
    challenge: {
      method: 'GET',
      path: ['challenge'],
      output: ChallengeAnswer,
      access: 'public',
      description: 'Get a proof-of-work challenge for a submission without signing in; send the solution in `proof`.',
    },
  };

  /** A page of contributions as returned by REST, tools and commands. */
  async answer(query: RowQuery): Promise<Page<Presented>> {
    const page = await this.rows({ count: 'none', ...query } as never);
    const added = await presentContributions(page.items as Presented[], { database: this.database, call: this.call });
    return { ...page, items: page.items.map((item, index) => ({ ...item, ...added[index] }) as Presented) };
  }

  /** Submits a contribution, as the exported function `submitWebContribution` does. */
  submitWebContribution(input: WebSubmission, call: Call = this.call): Promise<SubmissionResult<ContentContribution>> {
    return submitContribution(new ContentContributions(this.database, call), input);
  }

  /** Like `submitWebContribution`, for a form that was received with its files, whose limits were reserved before. */
  submitForm({ received, ...input }: FormSubmission, call: Call = this.call): Promise<SubmissionResult<ContentContribution>> {
    // In the audit log it is a submission like any other.
    const acting = makeCall({ ...call, operation: 'content-contributions.submitWebContribution' });
    return submitContribution(new ContentContributions(this.database, acting), input, { received, reserved: true });
  }

  /** Replies to a contribution by its link, which `admitByLink` has checked. @throws NotFoundError */
  replyByLink({ id, key, ...reply }: LinkReply, call: Call = this.call): Promise<LinkedContribution> {
    return answerByLink(new ContentContributions(this.database, call), { id, key }, reply);
  }

  /** Ingests a mail, as the exported function `ingestEmailContribution` does. @throws ColophonError 429 if a sender exceeds their limit */
  async ingestEmailContribution({ raw, recipient, envelopeFrom }: EmailInput, call: Call = this.call): Promise<MailIngested> {
    const { caller } = call;
    const found = await findRecipient(this.database, recipient);
    if (!found || (caller.kind !== 'system' && found.tenantId !== caller.tenantId))
      throw ValidationError.of([
        { pointer: '/recipient', code: 'unknown_recipient', detail: 'is the address of no type of contributions of yours' },
      ]);
    const mail = { bytes: Buffer.from(raw, 'base64'), recipient, envelopeFrom: envelopeFrom ?? null };
    return ingestMail(new ContentContributions(this.database, call), mail);
  }

  /** Returns the contributions that wait for a decision, most recently changed first. */
  listInboxAction(input: InboxInput = {}, call: Call = this.call): Promise<Page<unknown>> {
    return listInbox(new ContentContributions(this.database, call), input);
  }

  /** Returns the contributions of one person: of anybody for editors, of the caller for everybody else. */
  listForContributor(input: ContributorInput = {}, call: Call = this.call): Promise<Page<unknown>> {
    return listOfContributor(new ContentContributions(this.database, call), input);
  }

  /** Returns the contribution types in force for the caller's tenant, and those of them that are stored. */
  getContributionTypesAction(call: Call = this.call): Promise<TypesOfTenant> {
    return typesOfTenant(this.database, call.caller.tenantId);
  }

  /** Returns the contribution types that accept web submissions, for showing a form. */
  async openTypes(call: Call = this.call): Promise<{ items: OpenType[] }> {
    return { items: await openTypes(this.database, call) };
  }

  /** Returns a proof-of-work challenge for a caller who is not signed in. */
  challenge(call: Call = this.call): Promise<Challenge> {
    return issueChallenge(this.database, call);
  }
}
