import { ReceivedFile } from '@colophon/core/files';
import { z } from 'zod';
import { jsonInput } from '../../record/json-input.ts';
import { id } from '../../record/inputs.ts';
import { CONTRIBUTION_STATUSES, TEXT_FORMATS } from '../record/enumerations.ts';
import { canonicalLanguage, LANGUAGE_HINT } from '../../record/language.ts';
import { declaredType } from './declared-type.ts';
import { faultOfLine } from '../record/one-line.ts';
import { faultOfPrintedName } from '../record/printed-name.ts';
import { TYPE_KEY } from '../types/type-definition.ts';

/** Maximum length of a contribution's text in characters; longer texts are answered with 413. */
export const LONGEST_TEXT = 200_000;

const GivenAttachment = z.strictObject({
  filename: z.string().min(1).max(1000),
  mimeType: z
    .string()
    .max(255)
    .refine((type) => declaredType(type) !== null, 'must be a type of file such as image/png')
    .nullish(),
  size: z.int().min(0).nullish(),
  fileKey: z.string().min(1).max(200),
});
/** A file named by a submission: `fileKey` is the ticket of an upload or, for the application itself, the key of a stored file. */
export type GivenAttachment = z.infer<typeof GivenAttachment>;

const GivenAttachments = z.array(GivenAttachment).max(200);

const Proof = z.strictObject({
  salt: z.string().max(100),
  bits: z.int().min(1).max(64),
  issuedAt: z.string().max(40),
  expiresAt: z.string().max(40),
  signature: z.string().max(100),
  nonce: z.union([z.string().max(100), z.int()]),
});
/** A challenge and the nonce that solves it. */
export type Proof = z.infer<typeof Proof>;

const note = z.string().trim().max(10_000);
const texts = {
  title: z
    .string()
    .trim()
    .max(1000)
    .superRefine((title, context) => {
      const message = faultOfLine(title);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .nullish()
    .describe('The title, in one line; by default the first line of the text.'),
  description: z.string().max(20_000).nullish(),
  body: z.string().max(1_000_000).nullish().describe('The text, at most 200,000 characters.'),
  bodyFormat: z.enum(TEXT_FORMATS).optional().describe('text by default.'),
  language: z
    .string()
    .trim()
    .max(35)
    .refine((tag) => tag === '' || canonicalLanguage(tag) !== undefined, LANGUAGE_HINT)
    .nullish()
    .describe('A BCP 47 language tag such as en or pt-BR.'),
};

export const WebSubmission = z.strictObject({
  typeKey: z.string().regex(TYPE_KEY).describe('The type of contribution.'),
  contributorEmail: z.string().max(1000).optional().describe('The address of the sender; by default the address of the signed-in account.'),
  contributorName: z
    .string()
    .trim()
    .max(200)
    .superRefine((name, context) => {
      const message = faultOfPrintedName(name);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .nullish()
    .describe('The name for the byline; not an address.'),
  ...texts,
  attachments: jsonInput(GivenAttachments, 'A list of {filename, mimeType, size, fileKey}.').optional(),
  metadata: jsonInput(z.record(z.string(), z.json()), 'Custom data; never copied to content.').optional(),
  tenantId: z.string().max(200).nullish().describe('Yours, if anything.'),
  website: z.string().max(10_000).nullish().describe('Leave this empty: it detects bots that fill in every field.'),
  honeypot: z.string().max(10_000).nullish().describe('The same.'),
  proof: jsonInput(Proof, 'The challenge with the nonce that solves it.').optional(),
});
export type WebSubmission = z.infer<typeof WebSubmission>;

export const EmailInput = z.strictObject({
  raw: z.base64().min(1).max(41_000_000).meta({ contentEncoding: 'base64' }).describe('The raw mail, in base64; at most 30 MB.'),
  recipient: z.string().min(3).max(320).describe('The recipient address.'),
  envelopeFrom: z.string().max(320).optional().describe('As in MAIL FROM; empty for mail that must not be answered.'),
});
export type EmailInput = z.infer<typeof EmailInput>;

export const RevisionInput = z.strictObject({
  ...texts,
  attachments: jsonInput(GivenAttachments, 'New files: a list of {filename, mimeType, size, fileKey}.').optional(),
  keepAttachments: z.array(id).max(50).optional().describe('The ids of the files to keep; all by default.'),
});
export type RevisionInput = z.infer<typeof RevisionInput>;

/** Files that came with a form: two forms are equal if their fields and the bytes of their files are. */
const received = z
  .array(z.strictObject({ file: z.instanceof(ReceivedFile), filename: z.string(), declaredMimeType: z.string().nullable() }))
  .readonly();

/** A submission that was received as a form. */
export const FormSubmission = WebSubmission.extend({ received });
export type FormSubmission = z.infer<typeof FormSubmission>;

/** A reply of a contributor without an account, by the link that was sent to them. */
export const LinkReply = RevisionInput.extend({ id, key: z.string().max(1000), received });
export type LinkReply = z.infer<typeof LinkReply>;

export const ApproveInput = z.strictObject({
  editorNote: note.nullish(),
  targetStatus: z.enum(['draft', 'review']).optional().describe('The status of the content; by default that of the type.'),
  promote: z.boolean().default(true).describe('If false, approves it without creating content yet.').optional(),
  acceptSuspect: z.boolean().default(false).describe('Also create assets from suspicious files; never from executables.').optional(),
});
export type ApproveInput = z.infer<typeof ApproveInput>;

export const PromoteInput = ApproveInput.omit({ promote: true });
export type PromoteInput = z.infer<typeof PromoteInput>;

export const RejectInput = z.strictObject({ editorNote: note.nullish() });
export type RejectInput = z.infer<typeof RejectInput>;

export const RequestChangesInput = z.strictObject({ editorNote: note.min(1).describe('The requested changes.') });
export type RequestChangesInput = z.infer<typeof RequestChangesInput>;

export const WithdrawInput = z.strictObject({ reason: note.nullish() });
export type WithdrawInput = z.infer<typeof WithdrawInput>;

const page = {
  limit: z.int().min(0).max(1000).default(50).describe('Maximum number of items; 50 by default.').optional(),
  cursor: z.string().max(4000).optional().describe('nextCursor of the previous page.'),
  count: z.enum(['exact', 'none']).optional().describe('exact counts all items; none by default.'),
};

export const InboxInput = z.strictObject({
  statuses: z.array(z.enum(CONTRIBUTION_STATUSES)).max(7).optional().describe('By default those that wait for a decision.'),
  typeKey: z.string().regex(TYPE_KEY).optional(),
  search: z.string().max(1000).optional().describe('Words of the title, the description or the text; other forms of them are found too.'),
  offset: z.int().min(0).max(10_000).optional().describe('Skips so many results of a search, which are in the order of their rank.'),
  ...page,
});
export type InboxInput = z.infer<typeof InboxInput>;

export const ContributorInput = z.strictObject({
  contributorId: id.optional(),
  email: z.string().max(1000).optional().describe('The address of the person, for editors.'),
  ...page,
});
export type ContributorInput = z.infer<typeof ContributorInput>;
