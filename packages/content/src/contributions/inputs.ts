import { z } from 'zod';
import { jsonInput } from '../record/json-input.ts';
import { id } from '../record/inputs.ts';
import { CONTRIBUTION_STATUSES, TEXT_FORMATS } from './enumerations.ts';
import { LANGUAGE_TAG } from './language-tag.ts';
import { declaredType } from './files/declared-type.ts';
import { faultOfPrintedName } from './people/printed-name.ts';
import { TYPE_KEY } from './types/type-definition.ts';

/** Characters of the text of a contribution; more is answered with 413. */
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
/** A file as a submission names it: `fileKey` is the ticket of an upload, and for the application itself the key of a stored file. */
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
/** A challenge, and the number that was found for it. */
export type Proof = z.infer<typeof Proof>;

const note = z.string().trim().max(10_000);
const texts = {
  title: z.string().max(1000).nullish().describe('A heading; the first line of the text stands in for it.'),
  description: z.string().max(20_000).nullish(),
  body: z.string().max(1_000_000).nullish().describe('The text, 200,000 characters at most.'),
  bodyFormat: z.enum(TEXT_FORMATS).optional().describe('text when not given.'),
  language: z
    .string()
    .trim()
    .max(35)
    .refine((tag) => tag === '' || LANGUAGE_TAG.test(tag), 'must be a language tag such as en or pt-BR')
    .nullish()
    .describe('A BCP 47 language tag such as en or pt-BR.'),
};

export const WebSubmission = z.strictObject({
  typeKey: z.string().regex(TYPE_KEY).describe('The type of contribution.'),
  contributorEmail: z.string().max(1000).optional().describe('Where its sender is reached; for an account its own address when not given.'),
  contributorName: z
    .string()
    .trim()
    .max(200)
    .superRefine((name, context) => {
      const message = faultOfPrintedName(name);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .nullish()
    .describe('The name that they are printed with; no address.'),
  ...texts,
  attachments: jsonInput(GivenAttachments, 'A list of {filename, mimeType, size, fileKey}.').optional(),
  metadata: jsonInput(z.record(z.string(), z.json()), 'Free data; it is never copied to content.').optional(),
  tenantId: z.string().max(200).nullish().describe('Yours, if anything.'),
  website: z.string().max(10_000).nullish().describe('Leave this empty: it is for machines that fill in everything.'),
  honeypot: z.string().max(10_000).nullish().describe('The same.'),
  proof: jsonInput(Proof, 'The challenge that was answered, with the nonce that was found.').optional(),
});
export type WebSubmission = z.infer<typeof WebSubmission>;

export const EmailInput = z.strictObject({
  raw: z.base64().min(1).max(41_000_000).meta({ contentEncoding: 'base64' }).describe('The mail as it came, in base64; 30 MB at most.'),
  recipient: z.string().min(3).max(320).describe('The address that it was sent to.'),
  envelopeFrom: z.string().max(320).optional().describe('As in MAIL FROM; empty for what must not be answered.'),
});
export type EmailInput = z.infer<typeof EmailInput>;

export const RevisionInput = z.strictObject({
  ...texts,
  attachments: jsonInput(GivenAttachments, 'Files that are new: a list of {filename, mimeType, size, fileKey}.').optional(),
  keepAttachments: z.array(id).max(50).optional().describe('The ids of the files that stay; all of them when not given.'),
});
export type RevisionInput = z.infer<typeof RevisionInput>;

export const ApproveInput = z.strictObject({
  editorNote: note.nullish(),
  targetStatus: z.enum(['draft', 'review']).optional().describe('Of the content; what the type says when not given.'),
  promote: z.boolean().default(true).describe('False approves it, and leaves making content of it for later.').optional(),
  acceptSuspect: z.boolean().default(false).describe('Files that are suspect become assets too; programs never do.').optional(),
});
export type ApproveInput = z.infer<typeof ApproveInput>;

export const PromoteInput = ApproveInput.omit({ promote: true });
export type PromoteInput = z.infer<typeof PromoteInput>;

export const RejectInput = z.strictObject({ editorNote: note.nullish() });
export type RejectInput = z.infer<typeof RejectInput>;

export const RequestChangesInput = z.strictObject({ editorNote: note.min(1).describe('What is to be changed.') });
export type RequestChangesInput = z.infer<typeof RequestChangesInput>;

export const WithdrawInput = z.strictObject({ reason: note.nullish() });
export type WithdrawInput = z.infer<typeof WithdrawInput>;

const page = {
  limit: z.int().min(0).max(1000).default(50).describe('How many to answer; 50 when not given.').optional(),
  cursor: z.string().max(4000).optional().describe('nextCursor of the page before.'),
  count: z.enum(['exact', 'none']).optional().describe('exact counts what there is; none is the default.'),
};

export const InboxInput = z.strictObject({
  statuses: z.array(z.enum(CONTRIBUTION_STATUSES)).max(7).optional().describe('What waits for a decision when not given.'),
  typeKey: z.string().regex(TYPE_KEY).optional(),
  ...page,
});
export type InboxInput = z.infer<typeof InboxInput>;

export const ContributorInput = z.strictObject({
  contributorId: id.optional(),
  email: z.string().max(1000).optional().describe('The address of the person, for editors.'),
  ...page,
});
export type ContributorInput = z.infer<typeof ContributorInput>;
