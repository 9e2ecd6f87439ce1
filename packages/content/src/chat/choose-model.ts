import { type Caller, ColophonError, ValidationError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { type ChatSettings, contentChat, type ContentChatModel } from './chat-settings.ts';

/** A model and the name by which it is requested. */
export interface Chosen {
  readonly model: ContentChatModel;
  readonly name: string | undefined;
}

const NOTICE = 'Chat is not available here: no AI is set up. Everything else in the editor works as usual.';

/** Explains why there is no chat, in a sentence for people. */
export interface NoChat {
  readonly notice: string;
}

/**
 * Returns the model that answers this person about this piece, or a notice that there is none.
 *
 * @throws ValidationError `model_not_offered`
 */
export async function chooseModel(
  caller: Caller,
  content: ContentRecord,
  requested: string | undefined,
  choose: ChatSettings['chooseModel'] = content.database.ports.use(contentChat).chooseModel,
): Promise<Chosen | NoChat> {
  const { model, models = [] } = content.database.ports.use(contentChat);
  if (choose) {
    const chosen = await choose({ caller, content, requested });
    if (chosen === undefined) return { notice: NOTICE };
    return 'notice' in chosen ? chosen : { model: chosen.model, name: chosen.name ?? requested };
  }
  if (!model) return { notice: NOTICE };
  if (requested !== undefined && !models.includes(requested)) {
    const detail = models.length === 0 ? 'no model is offered to be picked' : `one of ${models.join(', ')}`;
    throw new ValidationError(`model: ${detail}`, {
      code: 'model_not_offered',
      errors: [{ pointer: '/model', code: 'model_not_offered', detail }],
    });
  }
  return { model, name: requested };
}

/** Returns the error that no reply is available, with status 503. */
export function chatUnavailable(reason: string, message: string = NOTICE): ColophonError {
  return new ColophonError(503, 'chat_unavailable', message, { extensions: { reason }, retryable: reason !== 'no_model' });
}
