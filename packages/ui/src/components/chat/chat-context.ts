import type { AssistantContext } from '../../state/assistant/context.ts';
import type { AssistantRegistration } from '../../state/assistant/registration.ts';

/** What an editor said of itself, with or without what may be done there. */
export function contextOf(assistant: AssistantRegistration | AssistantContext | null): AssistantContext | null {
  return assistant !== null && 'context' in assistant ? assistant.context : assistant;
}
