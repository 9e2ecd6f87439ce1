import { isPlainObject } from '@colophon/base';
import { type ColophonClient, send } from '../client-port.ts';
import { readAnswer } from '../read-answer.ts';
import type { ContentEditorState } from './editor-state.ts';
import { FIELD_NAMES, type FieldName, type FormFields, formOf } from './form.ts';

interface Kept {
  readonly fields: Partial<FormFields>;
  readonly baseRev: number;
  readonly savedAt: string;
}

/**
 * Offers what the server kept of a person's unsaved input before pieces had drafts. Once it is restored or discarded it is deleted.
 *
 * @throws ProblemError where the server does not tell it
 */
export async function offerOldAutosave(editor: ContentEditorState, client: ColophonClient): Promise<void> {
  const { contentId, base, rev } = editor.snapshot;
  const { life } = editor;
  if (contentId === null) return;
  const params = { path: { id: contentId } };
  const { value } = await send(client, 'get', '/contents/{id}/autosave', { params });
  if (life !== editor.life || (isPlainObject(value) && value['savedAt'] === null)) return;
  const { fields, baseRev, savedAt } = readAnswer<Kept>(value, { fields: 'object', baseRev: 'number', savedAt: 'text' });
  // Values that the form does not have, such as fields of a later version, are omitted.
  const held = FIELD_NAMES.filter((name) => Object.hasOwn(fields, name) && formOf(fields)[name] === fields[name]);
  const typed = Object.fromEntries(held.map((name) => [name, fields[name]]));
  // Their base is known while the record has the same revision; later it counts as empty, so that nothing is overwritten.
  const empty = Object.fromEntries(held.map((name) => [name, formOf(null)[name as FieldName]]));
  const opened = formOf({ ...base, ...(baseRev === rev ? {} : empty) });
  const draft = {
    base: opened,
    baseRev,
    fields: formOf({ ...base, ...typed }),
    at: savedAt,
    tab: '',
    creation: null,
    keptOn: 'server',
  } as const;
  editor.offer(draft, () => void send(client, 'delete', '/contents/{id}/autosave', { params }).catch(() => undefined));
}
