import type { ReactElement } from 'react';
import { trashEn } from '../../messages/trash/en.ts';
import { daysLeft, type TrashEntry } from '../../state/trash.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';

interface TrashRowProps {
  readonly entry: TrashEntry;
  readonly onRestore: (entry: TrashEntry) => void;
  readonly onErase: ((entry: TrashEntry) => void) | undefined;
}

/** A deleted draft: title, who deleted it, how long it is kept, and its actions. */
export function TrashRow({ entry, onRestore, onErase }: TrashRowProps): ReactElement {
  const { messages, format } = useColophon();
  const words = useWords(trashEn);
  const title = entry.title.trim() === '' ? messages['list.untitled'] : entry.title;
  const days = daysLeft(entry.expiresAt, Date.now());
  return (
    <li className="colo-trash-row">
      <div className="colo-trash-what">
        <p className="colo-list-title" dir="auto">
          {title}
        </p>
        <p className="colo-quiet">
          <bdi>{entry.type}</bdi> · <Removed entry={entry} />
        </p>
      </div>
      <p className="colo-quiet colo-trash-days">
        <time dateTime={entry.expiresAt}>{days !== null ? words['trash.days']({ count: days }, format) : words['trash.today']}</time>
      </p>
      <div className="colo-actions">
        <button type="button" className="colo-button" aria-label={words['trash.restore.label']({ title })} onClick={() => onRestore(entry)}>
          {words['trash.restore']}
        </button>
        {onErase && (
          <button
            type="button"
            className="colo-button"
            data-kind="danger"
            aria-label={words['trash.erase.label']({ title })}
            onClick={() => onErase(entry)}
          >
            {words['trash.erase']}
          </button>
        )}
      </div>
    </li>
  );
}

function Removed({ entry: { created_at: at, deletedBy } }: { readonly entry: TrashEntry }): string {
  const { format, user } = useColophon();
  const words = useWords(trashEn);
  const date = format.dateTime(at);
  const id = typeof deletedBy === 'string' ? deletedBy : deletedBy?.id;
  if (id !== undefined && id === user?.id) return words['trash.removed.you']({ date });
  const name = typeof deletedBy === 'object' ? deletedBy?.name : null;
  return name ? words['trash.removed.by']({ date, name }) : words['trash.removed']({ date });
}
