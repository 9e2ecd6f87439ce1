import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type ContentEditorState, createContentEditorState } from '../../../state/editor/editor-state.ts';
import type { FormFields } from '../../../state/editor/form.ts';
import type { SavePayload } from '../../../state/editor/save-record.ts';
import type { ContentRecord } from '../../../state/records.ts';
import { useColophon } from '../../provider/colophon-context.ts';

/** How an editor saves: by itself, or by a function of the host. */
export type EditorSave = 'client' | ((payload: SavePayload) => Promise<ContentRecord>);

interface EditorStateOptions {
  readonly content: ContentRecord | null;
  readonly save: EditorSave;
  readonly onSave: (saved: ContentRecord, payload: SavePayload) => void | Promise<void>;
  readonly assistantFields: readonly string[] | undefined;
  readonly defaults: Partial<FormFields> | undefined;
}

/** Creates the state of an editor while it is mounted; null until then, which is before the first paint. */
export function useEditorState({ content, save, onSave, assistantFields, defaults }: EditorStateOptions): ContentEditorState | null {
  const { client, storage, copies, user } = useColophon();
  const [editor, setEditor] = useState<ContentEditorState | null>(null);
  const latest = useRef({ content, save, onSave, defaults });
  useLayoutEffect(() => {
    latest.current = { content, save, onSave, defaults };
  });
  const isOwn = save === 'client';
  const userId = user?.id ?? '';
  const tenantId = user?.tenantId ?? null;
  useLayoutEffect(() => {
    const made = createContentEditorState({
      content: latest.current.content,
      client,
      storage,
      copies,
      userId,
      tenantId,
      ...(latest.current.defaults && { defaults: latest.current.defaults }),
      ...(assistantFields && { assistantFields }),
      ...(!isOwn && { save: (payload) => hostSave(latest.current.save, payload) }),
      onSaved: (record, payload) => void latest.current.onSave(record, payload),
    });
    setEditor(made);
    return () => made.dispose();
  }, [client, storage, copies, userId, tenantId, isOwn, assistantFields]);
  useEffect(() => {
    if (editor === null) return;
    const { contentId, rev, isDirty } = editor.snapshot;
    // The record that the host passes after our own save is not new; one saved by others is shown if there is no unsaved input.
    if ((content?.id ?? null) !== contentId) {
      if (content !== null) editor.reset(content);
    } else if (content !== null && rev !== null && content.rev > rev && (!isDirty || editor.draft !== null)) editor.reset(content);
  }, [editor, content]);
  return editor;
}

function hostSave(save: EditorSave, payload: SavePayload): Promise<ContentRecord> {
  if (save === 'client') throw new Error('There is no function to save with.');
  return save(payload);
}
