import { z } from 'zod';
import { id } from '../record/inputs.ts';
import { PROPOSABLE_FIELDS, type ProposableField } from './chat-proposal.ts';
import { shortList } from './short-list.ts';

const referenceIds = shortList(id, 20).describe('Other pieces to show to the assistant, if you can read them.');
const model = z.string().min(1).max(200).describe('One of the available models.');
const line = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be storable text');

export const ThreadInput = z.strictObject({
  title: line.min(1).max(200).optional(),
  model: model.optional(),
  referenceIds: referenceIds.optional(),
});
export type ThreadInput = z.infer<typeof ThreadInput>;

export const MessagesInput = z.strictObject({
  threadId: id,
  limit: z.int().min(1).max(200).default(100),
  before: z.int().min(1).optional().describe('Only messages with a smaller `sequence`.'),
});
export type MessagesInput = z.input<typeof MessagesInput>;

/** The fields of the piece as shown in the editor: the assistant receives only these. Other fields sent by an editor are ignored. */
const FormFields = z.object({
  title: line.max(1000).nullish(),
  description: line.max(20_000).nullish(),
  category: line.max(500).nullish(),
  tags: shortList(line.max(200), 200).nullish(),
  language: line.max(35).nullish(),
} satisfies Record<Exclude<ProposableField, 'body'>, z.ZodType>);

export const MessageInput = z.strictObject({
  threadId: id,
  content: line
    .min(1)
    .max(8000)
    .refine((text) => text.trim() !== '', 'must say something')
    .describe('Your message to the assistant.'),
  model: model.optional(),
  currentEditorState: z.string().max(1_000_000).optional().describe('The current body in the editor, saved or not.'),
  formFields: FormFields.optional().describe('The other fields as shown in the editor.'),
  referenceIds: referenceIds.optional(),
});
export type MessageInput = z.infer<typeof MessageInput>;

export const StopInput = z.strictObject({ threadId: id, messageId: id });
export type StopInput = z.infer<typeof StopInput>;

export const ApplyInput = z.strictObject({
  proposalId: id,
  fields: shortList(z.enum(PROPOSABLE_FIELDS), PROPOSABLE_FIELDS.length, 1).optional().describe('Only these fields; all by default.'),
  local: z.boolean().default(false).describe('The proposal was applied to unsaved text: the piece is not changed.'),
});
export type ApplyInput = Partial<z.output<typeof ApplyInput>> & { readonly proposalId: string };

export const ProposalInput = z.strictObject({ proposalId: id });
export type ProposalInput = z.infer<typeof ProposalInput>;
