import type { AssistantContext } from '../../state/assistant/context.ts';
import type { AssistantRegistration } from '../../state/assistant/registration.ts';

/** The context of an editor, with or without its actions. */
export function contextOf(assistant: AssistantRegistration | AssistantContext | null): AssistantContext | null {
  return assistant !== null && 'context' in assistant ? assistant.context : assistant;
}
