import { type ReactElement, useEffect, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { send } from '../../../state/client-port.ts';
import { readItems } from '../../../state/read-answer.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { FieldProps } from '../../controls/Field.tsx';
import { TokensField } from '../../controls/TokensField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from './use-slice.ts';

/** Delay after the last key, in milliseconds. */
const ASKED_AFTER = 250;

interface KnownTag {
  readonly slug: string;
}

/** The tags of a piece; existing tags are suggested, also by their aliases. */
export function TagsField({ editor, ...field }: FieldProps & { readonly editor: ContentEditorState }): ReactElement {
  const { client } = useColophon();
  const words = useWords(editorEn);
  const tags = useSlice(editor, ({ fields }) => fields.tags);
  const stored = useSlice(editor, ({ base }) => base?.tags);
  const [typed, setTyped] = useState('');
  const [known, setKnown] = useState<readonly string[]>([]);
  const [offered, setOffered] = useState<readonly string[]>([]);
  useEffect(() => {
    const text = typed.trim();
    if (client === null || text === '') return undefined;
    const control = new AbortController();
    const ask = async (): Promise<void> => {
      const { signal } = control;
      const [byName, byAlias] = await Promise.allSettled([
        send(client, 'get', '/tags', {
          params: { query: { search: `${text}*`, limit: 8, count: 'none' } },
          signal,
        }),
        send(client, 'get', '/tags/search-by-alias', { params: { query: { alias: text } }, signal }),
      ]);
      if (signal.aborted) return;
      const found = [byName, byAlias].flatMap((each) => (each.status === 'fulfilled' ? readItems<KnownTag>(each.value.value) : []));
      const slugs = [...new Set(found.map(({ slug }) => slug).filter((slug) => typeof slug === 'string'))];
      setOffered(slugs);
      setKnown((before) => [...new Set([...before, ...slugs])]);
    };
    const timer = setTimeout(() => void ask(), ASKED_AFTER);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [client, typed]);
  return (
    <TokensField
      {...field}
      values={tags}
      suggestions={offered}
      onType={setTyped}
      onChange={(next) => editor.update({ tags: next })}
      noteOf={(tag) => (client === null || known.includes(tag) || stored?.includes(tag) ? null : words['editor.tags.new'])}
    />
  );
}
