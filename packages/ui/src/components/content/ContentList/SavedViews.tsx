import { type FormEvent, type ReactElement, useState } from 'react';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import type { ListAddressUse } from './use-list-address.ts';
import { type OfferedView, useViews } from './use-views.ts';

interface SavedViewsProps {
  readonly address: ListAddressUse;
  /** Whether the list is read from the API, whose views it then shows too. */
  readonly isOwn: boolean;
}

/** What was asked of the list before and given a name: one's own, what the tenant shares, and what this machine keeps. */
export function SavedViews({ address, isOwn }: SavedViewsProps): ReactElement {
  const { messages, announce, role } = useColophon();
  const [isOpened, setIsOpened] = useState(false);
  const views = useViews(isOwn && isOpened);
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
  };
  const mayShare = views.isOnServer && (role === null || role === 'editor' || role === 'admin');
  return (
    <details className="colo-list-saved" onToggle={() => setIsOpened(true)}>
      <summary>{messages['list.saved']}</summary>
      <div className="colo-list-saved-body">
        {views.offered.length === 0 && <p className="colo-quiet">{messages['list.saved.none']}</p>}
        <ul>
          {views.offered.map((view) => (
            <ViewRow key={view.key} view={view} onOpen={address.open} onFault={say} />
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
      </div>
    </details>
  );
}

interface ViewRowProps {
  readonly view: OfferedView;
  readonly onOpen: (search: string) => void;
  readonly onFault: (fault: string | null) => void;
}

function ViewRow({ view: { name, search, kept, remove }, onOpen, onFault }: ViewRowProps): ReactElement {
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
        <button
          type="button"
          className="colo-list-small"
          aria-label={messages['list.saved.remove']({ name })}
          onClick={() =>
            void remove().then(
              () => onFault(null),
              (error: unknown) => onFault(problemOf(error).detail),
            )
          }
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </li>
  );
}
