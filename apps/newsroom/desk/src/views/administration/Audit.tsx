import { useColophon } from '@colophon/ui';
import { TextDiff } from '@colophon/ui/controls';
import type { JsonObject } from '@colophon/ui/state';
import { type ReactElement, useState } from 'react';
import { useList } from '../../api/use-answer.ts';
import { useTitles } from '../../api/use-titles.ts';
import { ListBody } from '../../parts/ListBody.tsx';
import { SearchField } from '../../parts/SearchField.tsx';
import { View } from '../../shell/View.tsx';
import { deedOf, wordsOf } from './audit-words.ts';
import { AuditProof } from './AuditProof.tsx';

interface AuditEntry {
  readonly id: string;
  readonly callerKind: string;
  readonly callerName: string | null;
  readonly action: string;
  readonly operation: string | null;
  readonly objectType: string;
  readonly objectId: string;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  readonly created_at: string;
}

/** The audit log, read-only. */
export function Audit(): ReactElement {
  const [who, setWho] = useState('');
  const [what, setWhat] = useState('');
  const [id, setId] = useState('');
  const like = (field: string, text: string): object => (text.trim() === '' ? {} : { [`${field}[like]`]: `%${text.trim()}%` });
  const list = useList<AuditEntry>('/audit-entries', {
    query: { ...like('callerName', who), ...like('objectType', what), ...(id.trim() && { objectId: id.trim() }), orderBy: '-created_at' },
  });
  // An entry has what changed, which mostly is not the name.
  const titles = useTitles((list.value ?? []).flatMap((entry) => pieceOf(entry) ?? []));
  return (
    <View title="Audit log" lead="Every change, with who made it and when. Entries cannot be edited or deleted.">
      <div className="desk-tools">
        <SearchField label="User or program" value={who} onChange={setWho} />
        <SearchField label="Record type" value={what} onChange={setWhat} />
        <SearchField label="Record ID" value={id} onChange={setId} />
      </div>
      <AuditProof />
      <ListBody list={list} empty="No matching entries.">
        {(items) => (
          <ul className="desk-rows">
            {items.map((entry) => (
              <AuditRow key={entry.id} entry={entry} title={titles.get(pieceOf(entry) ?? '')} />
            ))}
          </ul>
        )}
      </ListBody>
    </View>
  );
}

/** The id of the piece that an entry is about: the record itself, or the one that it belongs to. */
function pieceOf({ objectType, objectId, before, after }: AuditEntry): string | null {
  if (objectType === 'contents') return objectId;
  const record = after ?? before;
  const id = record?.['contentId'] ?? record?.['content_id'] ?? record?.['source_id'];
  return typeof id === 'string' ? id : null;
}

interface AuditRowProps {
  readonly entry: AuditEntry;
  /** The title of the piece that it is about, if it is still there. */
  readonly title: string | undefined;
}

function AuditRow({ entry, title }: AuditRowProps): ReactElement {
  const { format } = useColophon();
  const [isOpen, setIsOpen] = useState(false);
  const { callerName, callerKind, action, operation, objectType, objectId, before, after } = entry;
  const name = nameOf(after ?? before);
  const said = objectType === 'contents' ? (name ?? title) : name;
  return (
    <li>
      <details className="desk-row-main" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          <bdi>
            <strong>{callerName ?? CALLERS[callerKind] ?? wordsOf(callerKind)}</strong>
          </bdi>{' '}
          {deedOf({ action, operation, objectType })}{' '}
          {said != null && (
            <>
              <bdi>“{said}”</bdi>{' '}
            </>
          )}
          {objectType !== 'contents' && title !== undefined && title !== said && (
            <>
              of <bdi>“{title}”</bdi>{' '}
            </>
          )}
          <span className="colo-quiet">{format.dateTime(entry.created_at)}</span>
        </summary>
        {isOpen && (
          <>
            <p className="colo-quiet">
              Record <code>{objectId}</code>
            </p>
            <Changes before={before} after={after} />
          </>
        )}
      </details>
    </li>
  );
}

/** Callers without a name. */
const CALLERS: Readonly<Record<string, string>> = { system: 'Newsroom', anonymous: 'Somebody not signed in' };

/** The placeholder for a personal value. */
const PERSONAL = '[personal]';

/** A readable name of a record. */
function nameOf(record: JsonObject | null): string | null {
  const name = ['title', 'name', 'label', 'statement', 'email', 'slug']
    .map((field) => record?.[field])
    .find((value) => typeof value === 'string' && value !== PERSONAL);
  return typeof name === 'string' && name !== '' ? name : null;
}

/** Fields that every change touches. */
const IGNORED = new Set(['rev', 'updated_at']);

function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>): ReactElement {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !IGNORED.has(name) && textOf(before?.[name]) !== textOf(after?.[name]),
  );
  if (names.length === 0) return <p className="colo-quiet">No field changed.</p>;
  return (
    <dl className="desk-difference">
      {names.map((name) => (
        <div key={name}>
          <dt>{wordsOf(name)}</dt>
          <dd>
            <TextDiff before={textOf(before?.[name])} after={textOf(after?.[name])} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function textOf(value: JsonObject[string] | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}
