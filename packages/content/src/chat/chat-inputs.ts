import { z } from 'zod';
import { id } from '../record/inputs.ts';
import { PROPOSABLE_FIELDS } from './chat-proposal.ts';

const referenceIds = z.array(id).max(20).describe('Other pieces that the assistant is shown, as far as you may read them.');
const model = z.string().min(1).max(200).describe('One of the models that are offered.');
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

export const MessageInput = z.strictObject({
  threadId: id,
  content: line.min(1).max(8000).describe('What you say to the assistant.'),
  model: model.optional(),
  currentEditorState: z.string().max(1_000_000).optional().describe('The body as it stands in the editor, saved or not.'),
  formFields: z.record(z.string().max(100), z.json()).optional().describe('The other fields as they stand in the editor.'),
  referenceIds: referenceIds.optional(),
});
export type MessageInput = z.infer<typeof MessageInput>;

export const StopInput = z.strictObject({ threadId: id, messageId: id });
export type StopInput = z.infer<typeof StopInput>;

export const ApplyInput = z.strictObject({
  proposalId: id,
  fields: z.array(z.enum(PROPOSABLE_FIELDS)).min(1).optional().describe('Only these; all of them when not given.'),
  local: z.boolean().default(false).describe('It was applied to text that is not saved yet: the piece is left alone.'),
});
export type ApplyInput = z.input<typeof ApplyInput>;

export const ProposalInput = z.strictObject({ proposalId: id });
export type ProposalInput = z.infer<typeof ProposalInput>;
