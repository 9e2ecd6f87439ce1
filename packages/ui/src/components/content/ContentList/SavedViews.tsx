import { type FormEvent, type ReactElement, useState } from 'react';
import { readSavedViews, removeView, saveView, type ViewStorage } from '../../../state/list/saved-views.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import type { ListAddressUse } from './use-list-address.ts';

/** What a person asked of the list before and gave a name, kept on this machine. */
export function SavedViews({ address }: { readonly address: ListAddressUse }): ReactElement {
  const { messages, announce } = useColophon();
  const [saved, setSaved] = useState(() => readSavedViews(pageStorage()));
  const [name, setName] = useState('');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const isKept = name.trim() !== '' && saveView(pageStorage(), { name: name.trim(), search: address.search });
    announce(isKept ? messages['list.saved.done']({ name: name.trim() }) : messages['list.saved.refused'], isKept ? 'polite' : 'assertive');
    if (isKept) setName('');
    setSaved(readSavedViews(pageStorage()));
  };
  return (
    <details className="colo-list-saved">
      <summary>{messages['list.saved']}</summary>
      <div className="colo-list-saved-body">
        <ul>
          {saved.map((view) => (
            <li key={view.name}>
              <button type="button" className="colo-list-small" onClick={() => address.open(view.search)}>
                <bdi>{view.name}</bdi>
              </button>
              <button
                type="button"
                className="colo-list-small"
                aria-label={messages['list.saved.remove']({ name: view.name })}
                onClick={() => {
                  removeView(pageStorage(), view.name);
                  setSaved(readSavedViews(pageStorage()));
                }}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
        <form onSubmit={save}>
          <label className="colo-list-field">
            <span>{messages['list.saved.name']}</span>
            <input value={name} required onChange={(event) => setName(event.target.value)} />
          </label>
          <button type="submit" className="colo-button">
            {messages['list.saved.save']}
          </button>
        </form>
      </div>
    </details>
  );
}

/** Null where the browser gives none. */
function pageStorage(): ViewStorage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
