import type { IntakeDecision } from '../record/enumerations.ts';
import type { ContributionTypeDefinition } from '../types/type-definition.ts';
import { foldForPatterns, foldLetters } from '../types/fold-for-patterns.ts';
import type { FileSign, IntakePackage, IntakeReason, MailSign } from '../record/intake-package.ts';
import { isProgram, matchesType } from './match-type.ts';

/** The decision of intake on a submission, with its reasons. */
export interface Intake {
  readonly decision: IntakeDecision;
  readonly reasons: readonly IntakeReason[];
}

type Type = Pick<ContributionTypeDefinition, 'enabled' | 'allowedChannels' | 'allowText' | 'allowFiles' | 'allowEmptyText' | 'intakeRules'>;

/**
 * Checks a submission against the rules of its type. The first reason for rejection ends the check; reasons for quarantine are
 * collected. It depends on its arguments only.
 */
export function decideIntake(type: Type, submission: IntakePackage): Intake {
  const rejection = findRejection(type, submission);
  if (rejection) return { decision: 'reject', reasons: [rejection] };
  const reasons = quarantineReasons(type, submission);
  if (reasons.length > 0) return { decision: 'quarantine', reasons };
  const unproved = submission.contributor.trustLevel === 'trusted' && submission.senderProof === 'none';
  return { decision: 'accept', reasons: unproved ? [UNPROVED] : [] };
}

const UNPROVED: IntakeReason = {
  code: 'sender_unproved',
  detail: 'The address is that of a trusted contributor, but the sender is not proved.',
};

/** Whether intake treats the contributor as trusted: anybody can type the address of a trusted one. */
export function isProvedTrusted({ contributor, senderProof }: Pick<IntakePackage, 'contributor' | 'senderProof'>): boolean {
  return contributor.trustLevel === 'trusted' && senderProof !== 'none';
}

function findRejection(type: Type, submission: IntakePackage): IntakeReason | undefined {
  const { intakeRules: rules } = type;
  const { files, channel } = submission;
  const hasText = [submission.title, submission.description, submission.body].some(isWritten);
  // A title alone says nothing; what stands for an unread mail is no text of its sender.
  const hasBody = [submission.description, submission.body].some(isWritten);
  const isUnread = submission.mailSigns?.includes('mail_not_read') ?? false;
  if (!type.enabled) return { code: 'type_disabled', detail: 'This kind of contribution is not taken at present.' };
  if (!type.allowedChannels.includes(channel))
    return { code: 'channel_not_allowed', detail: `Nothing of this kind is taken by ${channel}.` };
  if (submission.contributor.trustLevel === 'blocked') return { code: 'contributor_blocked', detail: 'The contributor is blocked.' };
  if (rules.trustedOnly && submission.contributor.trustLevel !== 'trusted')
    return { code: 'trusted_only', detail: 'Only trusted contributors may send this.' };
  if (rules.trustedOnly && submission.senderProof === 'none') return UNPROVED;
  if (isUnread) return undefined;
  if (!type.allowText && hasText) return { code: 'text_not_allowed', detail: 'This kind of contribution has no text.' };
  if (!type.allowFiles && files.length > 0) return { code: 'files_not_allowed', detail: 'This kind of contribution has no files.' };
  if (!hasBody && (files.length === 0 || !type.allowEmptyText))
    return { code: 'empty', detail: files.length === 0 ? 'There is neither text nor a file.' : 'There are files, and no text.' };
  return findFileRejection(type, submission) ?? findTextRejection(type, submission);
}

/** Whether a text has anything to read: neither blanks nor characters that are not seen count. */
function isWritten(text: string | null): boolean {
  return /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text ?? '');
}

function findFileRejection({ intakeRules: rules }: Type, { files }: IntakePackage): IntakeReason | undefined {
  if (files.length > rules.maxFiles)
    return { code: 'too_many_files', detail: `There are ${files.length} files; ${rules.maxFiles} are taken.` };
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > rules.maxTotalBytes)
    return { code: 'too_many_bytes', detail: `The files have ${bytes} bytes; ${rules.maxTotalBytes} are taken.` };
  const refused = files.findIndex(
    ({ mimeType }) => rules.allowedMimePatterns.length > 0 && !isAllowed(rules.allowedMimePatterns, mimeType),
  );
  if (refused >= 0)
    return {
      code: 'mime_not_allowed',
      detail: `By its bytes a file is ${files[refused]?.mimeType}, which is not taken.`,
      attachment: refused,
    };
  const blocked = files.findIndex(({ mimeType }) => isProgram(mimeType) || matchesType(rules.blockedMimePatterns, mimeType));
  if (blocked >= 0)
    return { code: 'mime_blocked', detail: `By its bytes a file is ${files[blocked]?.mimeType}, which is refused.`, attachment: blocked };
  return undefined;
}

/** Unrecognized bytes are accepted only if their type is listed, or every type is. */
function isAllowed(patterns: readonly string[], mimeType: string): boolean {
  if (mimeType !== 'application/octet-stream') return matchesType(patterns, mimeType);
  return patterns.includes(mimeType) || patterns.includes('*/*');
}

function findTextRejection({ intakeRules }: Type, submission: IntakePackage): IntakeReason | undefined {
  const pattern = findPattern(intakeRules.blockedTextPatterns, submission);
  return pattern === undefined ? undefined : { code: 'text_blocked', detail: `The text holds a blocked phrase: ${pattern}` };
}

const SIGN_DETAILS: Readonly<Record<FileSign, string>> = {
  archive: 'A file is an archive of other files.',
  macro: 'A document holds macros, or is of a format that can.',
  active_content: 'A file can act when it is opened.',
  encrypted: 'A file is encrypted, so that nobody knows what is in it.',
  type_mismatch: 'A file is not what its name or its sender says.',
  double_extension: 'The name of a file has two extensions.',
  bidi_name: 'The name of a file holds characters that turn the direction of writing.',
  polyglot: 'A file is of two types at once.',
};

const MAIL_DETAILS: Readonly<Record<MailSign, string>> = {
  mail_encrypted: 'The mail is encrypted, so that nobody knows what is in it.',
  mail_not_read: 'The mail could not be read; it is kept as a file.',
  html_unreadable: 'The mail is laid out in a way that cannot be read; what stands here is its text alone.',
  charset_unknown:
    'The mail does not say, or says wrongly, which character set it is in; what stands here may be wrong. The mail is kept as a file.',
  text_cut: 'The text of the mail was too long, and ends early here; the mail is kept as a file.',
  tnef_unreadable: 'The mail holds a winmail.dat that cannot be opened.',
  too_many_attachments: 'The mail had more files than are read; some are missing here, and the mail is kept as a file.',
  reply_unproved: 'It answers a contribution, and nothing proves that its contributor sent it.',
};

/** More links than a letter usually has. */
const MAXIMUM_LINKS = 10;

function quarantineReasons({ intakeRules: rules }: Type, submission: IntakePackage): IntakeReason[] {
  const reasons: IntakeReason[] = [];
  submission.files.forEach(({ mimeType }, attachment) => {
    if (matchesType(rules.quarantineMimePatterns, mimeType))
      reasons.push({ code: 'mime_quarantine', detail: `By its bytes a file is ${mimeType}, which is held back.`, attachment });
  });
  const pattern = findPattern(rules.quarantineTextPatterns, submission);
  if (pattern !== undefined) reasons.push({ code: 'text_quarantine', detail: `The text holds a phrase that is held back: ${pattern}` });
  submission.files.forEach(({ signs }, attachment) => {
    for (const code of signs) reasons.push({ code, detail: SIGN_DETAILS[code], attachment });
  });
  const links = countLinks(submission);
  if (links > MAXIMUM_LINKS) reasons.push({ code: 'links', detail: `The text holds ${links} addresses.` });
  if (addressesAssistant(submission)) reasons.push({ code: 'instructions', detail: 'The text seems to address an AI assistant.' });
  for (const code of submission.mailSigns ?? []) reasons.push({ code, detail: MAIL_DETAILS[code] });
  if (submission.dmarcFailed) reasons.push({ code: 'dmarc_fail', detail: 'The domain of the sender disowns the mail.' });
  if (rules.requireDmarc && submission.channel === 'email' && submission.senderProof === 'none')
    reasons.push({ code: 'sender_unproved', detail: 'Nothing proves who sent the mail.' });
  if (submission.honeypot) reasons.push({ code: 'honeypot', detail: 'A field that people do not see was filled in.' });
  if (submission.withoutWork) reasons.push({ code: 'no_proof', detail: 'It came by the form without scripts, which proves nothing.' });
  if (submission.isQuick)
    reasons.push({ code: 'too_quick', detail: 'It came within three seconds of its form: a program, or a quick person.' });
  return reasons;
}

/** All texts written by the sender. */
function textsOf({ title, description, body, files }: IntakePackage): string[] {
  return [title ?? '', description ?? '', body, ...files.map(({ filename }) => filename)];
}

/** Returns the first pattern found in the sender's texts, or in their rendered form. */
function findPattern(patterns: readonly string[], submission: IntakePackage): string | undefined {
  const texts = [...textsOf(submission), submission.shown ?? ''].map(foldForPatterns);
  return patterns.find((pattern) => {
    const folded = foldForPatterns(pattern);
    return texts.some((text) => text.includes(folded));
  });
}

function countLinks(submission: IntakePackage): number {
  const text = foldLetters(textsOf(submission).join('\n'));
  return text.match(/\bhttps?:\/\/|\bwww\./g)?.length ?? 0;
}

/** Phrases that try to give instructions to a machine. Only a hint; nothing relies on it. */
const ORDERS = [
  /\b(?:ignore|disregard|forget) (?:all |any )?(?:the |your )?(?:previous|prior|above|earlier|preceding) (?:instructions|prompts|rules|messages)/,
  /\byou are (?:now )?(?:an? )?(?:ai|assistant|language model|chatbot|chatgpt|claude|gemini)\b/,
  /\b(?:system prompt|developer message|system message)\b/,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>/,
  // Bounded and within one line: a text of line ends alone would otherwise be scanned again from each of them.
  /^[^\S\n]{0,20}(?:system|assistant)[^\S\n]{0,9}:/m,
  /\[\/?inst\]/,
];

function addressesAssistant(submission: IntakePackage): boolean {
  // Some phrases are at the beginning of a line, others span lines.
  const texts = [...textsOf(submission), submission.shown ?? ''].flatMap((text) => [foldLetters(text), foldForPatterns(text)]);
  return ORDERS.some((order) => texts.some((text) => order.test(text)));
}
