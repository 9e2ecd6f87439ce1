import type { Message, ReplayParts, ToolCall } from '../interface/messages.ts';

/**
 * One turn of a conversation.
 *
 * @deprecated A plain {@link Message} does the same.
 */
export class AIMessageClass implements Message {
  readonly role: Message['role'];
  readonly content: Message['content'];
  readonly name: string | undefined;
  readonly toolCalls: readonly ToolCall[] | undefined;
  readonly toolCallId: string | undefined;
  readonly replay: ReplayParts | undefined;

  constructor(message: Message) {
    this.role = message.role;
    this.content = message.content;
    this.name = message.name;
    this.toolCalls = message.toolCalls ?? message.tool_calls;
    this.toolCallId = message.toolCallId ?? message.tool_call_id;
    this.replay = message.replay;
  }
}
