import { useEffect, useState } from 'react';
import type { ColophonClient } from '../../state/client-port.ts';
import { fold } from '../../state/text/fold.ts';
import { findTags, type FoundTag } from '../../state/tags/find-tags.ts';
import type { ComboOption } from '../controls/combo/combo-option.ts';
import { useColophon } from '../provider/colophon-context.ts';

/** Delay after the last key, in milliseconds. */
const ASKED_AFTER = 150;

const NONE: readonly ComboOption[] = [];

/** Tags that match a text, in their names and aliases, as options of a combobox. */
export function useTagOptions(text: string): readonly ComboOption[] {
  const { client } = useColophon();
  const [found, setFound] = useState<{ readonly text: string; readonly options: readonly ComboOption[] } | null>(null);
  const asked = text.trim();
  useEffect(() => {
    if (client === null || asked === '') return undefined;
    const control = new AbortController();
    const timer = setTimeout(() => void look(client, asked, control.signal, setFound), ASKED_AFTER);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [client, asked]);
  // Until the answer comes, what was found for the beginning of the text is narrowed down.
  if (asked === '' || found === null) return NONE;
  return found.text === asked ? found.options : found.options.filter(({ label }) => fold(label).includes(fold(asked)));
}

async function look(
  client: ColophonClient,
  text: string,
  signal: AbortSignal,
  tell: (found: { readonly text: string; readonly options: readonly ComboOption[] }) => void,
): Promise<void> {
  const tags = await findTags(client, text, signal);
  if (!signal.aborted) tell({ text, options: tags.map((tag) => optionOf(tag, text)) });
}

function optionOf({ slug, name, isAlias }: FoundTag, text: string): ComboOption {
  return { value: slug, label: name, ...(isAlias && { note: text, names: [text] }) };
}
