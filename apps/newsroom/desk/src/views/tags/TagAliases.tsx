import { ProblemNotice, TextField } from '@colophon/ui/controls';
import { type FormEvent, type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useList } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';

interface Alias {
  readonly id: string;
  readonly alias: string;
  readonly language: string | null;
  readonly rev: number;
}

/** The aliases of a tag, in any language. Searching for an alias finds the tag. */
export function TagAliases({ slug, isReadOnly }: { readonly slug: string; readonly isReadOnly: boolean }): ReactElement {
  const { run, problem } = useSending();
  const [name, setName] = useState('');
  const [language, setLanguage] = useState('');
  const path = { id: slug };
  const list = useList<Alias>('/tags/{id}/aliases', { path, limit: 100 });
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === '') return;
    const body = { alias: name.trim(), language: language.trim() === '' ? null : language.trim() };
    const isAdded = await run(() => api.post('/tags/{id}/aliases', { path, body }), `Alias ${name} added.`);
    if (isAdded) setName('');
    list.refresh();
  };
  const remove = async ({ id, alias, rev }: Alias): Promise<void> => {
    await run(() => api.delete('/tag-aliases/{id}', { path: { id }, ifMatch: rev }), `Alias ${alias} removed.`);
    list.refresh();
  };
  return (
    <section aria-label="Aliases">
      <h3>Aliases</h3>
      {problem && <ProblemNotice problem={problem} />}
      {list.value?.length === 0 && <p className="colo-quiet">No aliases.</p>}
      <ul className="desk-rows">
        {list.value?.map((each) => (
          <li key={each.id}>
            <span className="desk-row-main">
              <bdi>{each.alias}</bdi> {each.language !== null && <span className="colo-quiet">{each.language}</span>}
            </span>
            {!isReadOnly && (
              <button type="button" className="colo-button" aria-label={`Remove ${each.alias}`} onClick={() => void remove(each)}>
                Remove
              </button>
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <form className="desk-inline" aria-label="New alias" onSubmit={(event) => void add(event)}>
          <TextField label="New alias" value={name} onChange={setName} />
          <TextField label="Language" hint="en, de…" value={language} onChange={setLanguage} input={{ maxLength: 2, size: 4 }} />
          <button type="submit" className="colo-button">
            Add
          </button>
        </form>
      )}
    </section>
  );
}
