import { type FormEvent, type ReactElement, useState } from 'react';
import { useColophon } from '../../provider/colophon-context.ts';
import type { ListAddressUse } from './use-list-address.ts';
import { type OfferedView, useViews } from './use-views.ts';

export interface SavedViewListProps {
  readonly address: ListAddressUse;
  /** Whether the list is read from the API, so that its views are shown, too. */
  readonly isOwn: boolean;
  /** Called after a view was saved. */
  readonly onSaved: () => void;
  /** Called after a view was opened. */
  readonly onOpened: () => void;
  /** Asks for confirmation before a view is removed. */
  readonly onRemove: (view: OfferedView) => void;
}

/** The list of saved views, with the form to save another. */
export function SavedViewList({ address, isOwn, onSaved, onOpened, onRemove }: SavedViewListProps): ReactElement {
  const { messages, announce, role } = useColophon();
  const views = useViews(isOwn);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const say = (refusal: string | null): void => {
    setFault(refusal);
    if (refusal !== null) announce(refusal, 'assertive');
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const given = name.trim();
    const refusal = given === '' ? messages['list.saved.refused'] : await views.save({ name: given, search: address.search, shared });
    say(refusal);
    if (refusal !== null) return;
    announce(messages['list.saved.done']({ name: given }));
    setName('');
    setShared(false);
    onSaved();
  };
  const mayShare = views.isOnServer && (role === null || role === 'editor' || role === 'admin');
  return (
    <>
      {views.offered.length === 0 && <p className="colo-quiet">{messages['list.saved.none']}</p>}
      <ul>
        {views.offered.map((view) => (
          <ViewRow
            key={view.key}
            view={view}
            onOpen={(search) => {
              address.open(search);
              onOpened();
            }}
            onRemove={() => onRemove(view)}
          />
        ))}
      </ul>
      <form onSubmit={(event) => void save(event)}>
        <label className="colo-list-field">
          <span>{messages['list.saved.name']}</span>
          <input value={name} required maxLength={100} dir="auto" onChange={(event) => setName(event.target.value)} />
        </label>
        {mayShare && (
          <label className="colo-switch-label">
            <input type="checkbox" className="colo-check" checked={shared} onChange={(event) => setShared(event.target.checked)} />
            <span>{messages['list.saved.share']}</span>
          </label>
        )}
        {fault !== null && <p className="colo-list-fault">{fault}</p>}
        <button type="submit" className="colo-button">
          {messages['list.saved.save']}
        </button>
      </form>
    </>
  );
}

interface ViewRowProps {
  readonly view: OfferedView;
  readonly onOpen: (search: string) => void;
  readonly onRemove: () => void;
}

function ViewRow({ view: { name, search, kept, remove }, onOpen, onRemove }: ViewRowProps): ReactElement {
  const { messages } = useColophon();
  const hint = search === null ? messages['list.saved.foreign'] : kept === 'own' ? null : messages[`list.saved.${kept}`];
  return (
    <li>
      {search === null ? (
        <bdi>{name}</bdi>
      ) : (
        <button type="button" className="colo-list-small" onClick={() => onOpen(search)}>
          <bdi>{name}</bdi>
        </button>
      )}
      {hint !== null && <span className="colo-quiet">{hint}</span>}
      {remove !== null && (
        <button type="button" className="colo-list-small" aria-label={messages['list.saved.remove']({ name })} onClick={onRemove}>
          <span aria-hidden="true">×</span>
        </button>
      )}
    </li>
  );
}
