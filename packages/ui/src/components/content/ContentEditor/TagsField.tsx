import { type ReactElement, useEffect, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { findTags, readTagNames } from '../../../state/tags/find-tags.ts';
import { fold } from '../../../state/text/fold.ts';
import type { FieldProps } from '../../controls/Field.tsx';
import { TokensField } from '../../controls/TokensField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useTagOptions } from '../../tags/use-tag-options.ts';
import { useSlice } from './use-slice.ts';

/** The tags of a piece by their names; existing tags are suggested, also by their aliases. */
export function TagsField({ editor, ...field }: FieldProps & { readonly editor: ContentEditorState }): ReactElement {
  const words = useWords(editorEn);
  const tags = useSlice(editor, ({ fields }) => fields.tags);
  const [typed, setTyped] = useState('');
  const options = useTagOptions(typed);
  const names = useTagNames(editor, tags);
  return (
    <TokensField
      {...field}
      values={tags}
      options={options}
      onType={setTyped}
      onChange={(next) => editor.update({ tags: next })}
      nameOf={(tag) => names.get(tag) ?? options.find(({ value }) => value === tag)?.label ?? tag}
      noteOf={(tag) => (names.get(tag) === null ? words['editor.tags.new'] : null)}
    />
  );
}

/**
 * The names of tags: null for one that is in no vocabulary, none while they are unknown. A text that turns out to be the name or an alias
 * of a tag becomes that tag.
 */
function useTagNames(editor: ContentEditorState, tags: readonly string[]): ReadonlyMap<string, string | null> {
  const { client } = useColophon();
  const [names, setNames] = useState<ReadonlyMap<string, string | null>>(new Map());
  const asked = tags.filter((tag) => !names.has(tag)).join(',');
  useEffect(() => {
    if (client === null || asked === '') return undefined;
    const control = new AbortController();
    const { signal } = control;
    const look = async (): Promise<void> => {
      const found = new Map<string, string | null>(await readTagNames(client, asked.split(','), signal));
      for (const tag of asked.split(',').filter((each) => !found.has(each))) {
        const meant = (await findTags(client, tag, signal)).find(({ isAlias, name }) => isAlias || fold(name) === fold(tag));
        found.set(tag, null);
        if (meant === undefined || signal.aborted) continue;
        found.set(meant.slug, meant.name);
        const { tags: now } = editor.form;
        editor.update({ tags: [...new Set(now.map((each) => (each === tag ? meant.slug : each)))] });
      }
      if (!signal.aborted) setNames((before) => new Map([...before, ...found]));
    };
    // Without an answer the tags are shown as they are written.
    look().catch(() => undefined);
    return () => control.abort();
  }, [client, editor, asked]);
  return names;
}
