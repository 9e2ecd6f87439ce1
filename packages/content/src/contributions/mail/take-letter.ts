import type { WebSubmission } from '../intake/inputs.ts';
import type { ReceivedAttachment } from '../files/take-files.ts';
import type { ContributionRecord } from '../record/contribution-record.ts';
import type { MailSign } from '../record/intake-package.ts';
import { faultOfPrintedName } from '../record/printed-name.ts';
import { reviseContribution } from '../submission/revise.ts';
import { submitContribution } from '../submission/submit.ts';
import type { InboundMessage } from './inbound-mail-settings.ts';
import { useProof } from './mail-allowances.ts';
import { finish, type Ingestion } from './mail-record.ts';
import { isTooComplex, type MailText, textOfMail } from './mail-text.ts';
import { findThread, type Thread } from './mail-thread.ts';
import type { MailIngested } from './raw-mail.ts';
import { receiveAttachments } from './receive-attachments.ts';

/** The proof of a mail was used by another mail with the same id: nothing was written. */
export class ProofUsedError extends Error {
  constructor() {
    super('The proof of the mail was used already.');
    this.name = 'ProofUsedError';
  }
}

interface LetterSender {
  readonly address: string;
  readonly proof: 'dmarc' | 'none';
  readonly dmarc: string;
}

interface Letter extends LetterSender {
  readonly message: InboundMessage;
  readonly received: readonly ReceivedAttachment[];
  readonly text: MailText;
}

/**
 * Creates a contribution, or a revision of one, from a mail.
 *
 * @throws ProofUsedError
 */
export async function takeLetter(ingestion: Ingestion, message: InboundMessage, sender: LetterSender): Promise<MailIngested> {
  const text = await textOfMail(message);
  try {
    return await takeAs(ingestion, message, sender, text);
  } catch (error) {
    if (!isTooComplex(error) || text.bodyFormat === 'text') throw error;
    return takeAs(ingestion, message, sender, await textOfMail(message, { avoidsMarkdown: true }));
  }
}

async function takeAs(ingestion: Ingestion, message: InboundMessage, sender: LetterSender, text: MailText): Promise<MailIngested> {
  const { contributions, recipient, answers } = ingestion;
  const raw = isIncomplete(message, text) ? ingestion.mail.bytes : undefined;
  const { received, discard } = await receiveAttachments(contributions.database, message, raw);
  try {
    const thread = await findThread(contributions, message, answers, { ...sender, tenantId: recipient.tenantId });
    const letter: Letter = { ...sender, message, received, text };
    if (thread?.revises) return await revise(ingestion, thread.revises, letter);
    return await submit(ingestion, letter, thread);
  } finally {
    await discard();
  }
}

/** Records the outcome of the mail, in the transaction that writes it. */
async function written(ingestion: Ingestion, { message, address, proof }: Letter, ingested: MailIngested): Promise<MailIngested> {
  const { database, recipient, call } = ingestion;
  if (proof === 'dmarc' && !(await useProof(database, recipient, message.messageId ?? '', address, call.now()))) throw new ProofUsedError();
  return finish(ingestion, ingested);
}

async function revise(ingestion: Ingestion, contribution: ContributionRecord, letter: Letter): Promise<MailIngested> {
  const { body, bodyFormat } = letter.text;
  let ingested: MailIngested | undefined;
  await reviseContribution(contribution, { body, bodyFormat }, ingestion.call, {
    received: letter.received,
    senderProof: 'dmarc',
    by: 'contributor',
    mailSigns: signsOf(letter, false),
    write: async ({ id }) => {
      ingested = await written(ingestion, letter, { outcome: 'revision', reason: null, contributionId: id });
    },
  });
  return ingested as MailIngested;
}

async function submit(ingestion: Ingestion, letter: Letter, thread: Thread | undefined): Promise<MailIngested> {
  const { message, address, proof, dmarc, received, text } = letter;
  const { tenantId, type } = ingestion.recipient;
  const name = message.from.name?.trim().slice(0, 200) || null;
  const { body, bodyFormat } = text;
  const input: WebSubmission = { typeKey: type.key, title: message.subject?.slice(0, 1000) ?? null, body, bodyFormat, tenantId };
  let ingested: MailIngested | undefined;
  await submitContribution(ingestion.contributions, input, {
    received,
    reserved: true,
    ...(thread ? { relatedTo: thread.relatedTo } : {}),
    sender: { address, name: name !== null && faultOfPrintedName(name) === undefined ? name : null, proof, userId: null, tenantId },
    mail: {
      dmarcFailed: dmarc === 'fail',
      signs: signsOf(letter, thread?.isUnproved ?? false),
      write: async ({ id }) => {
        ingested = await written(ingestion, letter, { outcome: 'contribution', reason: null, contributionId: id });
      },
    },
  });
  return ingested as MailIngested;
}

const SIGNS: Readonly<Record<InboundMessage['warnings'][number], MailSign>> = {
  charset_unknown: 'charset_unknown',
  encrypted: 'mail_encrypted',
  not_read: 'mail_not_read',
  text_cut: 'text_cut',
  tnef_unreadable: 'tnef_unreadable',
  too_many_attachments: 'too_many_attachments',
};

/** Whether the contribution lacks, or may misread, something that the mail says: then the mail is kept with it. */
function isIncomplete({ warnings }: InboundMessage, { isCut, isHtmlUnreadable }: MailText): boolean {
  return isCut || isHtmlUnreadable || warnings.some((warning) => LOSING.has(warning));
}

const LOSING: ReadonlySet<InboundMessage['warnings'][number]> = new Set(['charset_unknown', 'text_cut', 'too_many_attachments']);

function signsOf({ message, text }: Letter, isUnprovedReply: boolean): MailSign[] {
  const signs = new Set(message.warnings.map((warning) => SIGNS[warning]));
  if (text.isCut) signs.add('text_cut');
  return [
    ...signs,
    ...(text.isHtmlUnreadable ? (['html_unreadable'] as const) : []),
    ...(isUnprovedReply ? (['reply_unproved'] as const) : []),
  ];
}
