import { chatLabelEn } from './label.ts';

/** The texts of the chat, in English. */
export const chatEn = {
  ...chatLabelEn,
  'chat.unsaved': 'Save the draft to discuss it with the assistant.',
  'chat.off': 'The assistant is not available.',
  'chat.threads': 'Conversation',
  'chat.new': 'New conversation',
  'chat.empty': 'Ask about the text, or ask for a change. Nothing changes until you apply it.',
  'chat.log': 'Conversation with the assistant',
  'chat.you': 'You',
  'chat.assistant': 'Assistant',
  'chat.box': 'Message',
  'chat.hint': 'Enter to send, Shift+Enter for a new line.',
  'chat.send': 'Send',
  'chat.stop': 'Stop',
  'chat.again': 'Resend',
  'chat.writing': 'Writing…',
  'chat.sending': 'Sending…',
  'chat.nothing': 'The assistant replied with nothing. Ask again, or in other words.',
  'chat.wait': 'Wait for the reply, or stop it.',
  'chat.stopped': 'stopped',
  'chat.failed': 'The response was lost. Try again.',
  'chat.failed.timeout': 'The assistant took too long. Try again, or ask for less at once.',
  'chat.failed.unavailable':
    'The assistant could not complete its reply. Try again in a minute; if that does not help, an administrator finds the reason in the log.',
  'chat.answered': 'The assistant has replied.',
  'chat.proposal': 'Proposed change',
  'chat.apply': 'Apply',
  'chat.apply.all': 'Apply all',
  'chat.dismiss': 'Discard',
  'chat.undo': 'Undo',
  'chat.applied': 'Applied. Not saved yet.',
  'chat.appliedBefore': 'Applied.',
  'chat.dismissed': 'Discarded.',
  'chat.unfit': 'The text has changed, so this can no longer be applied.',
  'chat.undone': 'Undone.',
  'chat.noApply': 'Open the editor to apply changes.',
  'chat.change': ({ number, total, field }: { readonly number: string; readonly total: string; readonly field: string }) =>
    `Change ${number} of ${total}: ${field}`,
  'chat.tooLong': ({ count, most }: { readonly count: string; readonly most: string }) =>
    `At most ${most} characters can be sent at once. This has ${count}: shorten it, or send it in parts.`,
};
