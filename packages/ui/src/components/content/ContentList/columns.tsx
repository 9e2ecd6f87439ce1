import type { ReactNode } from 'react';
import { nextDateOf } from '../../../state/schedule.ts';
import type { ContentRow, ListOrder } from '../../../state/list/list-query.ts';
import type { BaseMessages } from '../../../messages/base.ts';
import type { Format } from '../../../state/text/format.ts';

/** A column beside the title. */
export interface ContentColumn {
  readonly id: string;
  readonly label: string;
  readonly render: (row: ContentRow) => ReactNode;
  /** The field that the header sorts by, if any. */
  readonly sortBy?: ListOrder;
}

/** Built-in columns by name, or a column of the host. */
export type ColumnChoice = 'status' | 'type' | 'category' | 'tags' | 'authors' | 'people' | 'updated' | 'published' | ContentColumn;

export const USUAL_COLUMNS: readonly ColumnChoice[] = ['status', 'type', 'authors', 'updated'];

/** Returns the definitions of the chosen columns. */
export function columnsOf(chosen: readonly ColumnChoice[], messages: BaseMessages, format: Format): readonly ContentColumn[] {
  const known: Readonly<Record<Extract<ColumnChoice, string>, ContentColumn>> = {
    status: {
      id: 'status',
      label: messages['field.status'],
      sortBy: 'status',
      render: (row) => <StatusMark row={row} messages={messages} format={format} />,
    },
    type: { id: 'type', label: messages['field.type'], sortBy: 'type', render: ({ type }) => <bdi>{type}</bdi> },
    category: {
      id: 'category',
      label: messages['field.category'],
      render: ({ category }) => <bdi className="colo-list-clamped">{category}</bdi>,
    },
    tags: {
      id: 'tags',
      label: messages['field.tags'],
      render: ({ tags = [] }) => <bdi className="colo-list-clamped">{format.list(tags)}</bdi>,
    },
    authors: {
      id: 'authors',
      label: messages['field.authors'],
      render: ({ authors = [] }) => <bdi className="colo-list-clamped">{format.list(authors)}</bdi>,
    },
    people: { id: 'people', label: messages['list.people'], render: (row) => <People row={row} messages={messages} /> },
    updated: {
      id: 'updated',
      label: messages['list.updated'],
      sortBy: 'updated_at',
      render: ({ updated_at: at }) => (
        <time dateTime={at} className="colo-list-time">
          <span>{format.date(at)}</span> <span>{format.time(at)}</span>
        </time>
      ),
    },
    published: {
      id: 'published',
      label: messages['field.publish_date'],
      sortBy: 'publish_date',
      render: ({ publish_date: at }) => (typeof at === 'string' ? <time dateTime={at}>{format.date(at)}</time> : null),
    },
  };
  return chosen.flatMap((choice) => (typeof choice === 'string' ? (known[choice] ?? []) : choice));
}

/** Who created a piece, and who last changed it, if that is someone else. */
function People({ row: { createdBy, updatedBy }, messages }: { readonly row: ContentRow; readonly messages: BaseMessages }): ReactNode {
  const name = (person: ContentRow['createdBy']): string | null => (person ? (person.name ?? messages['list.people.unknown']) : null);
  const [made, changed] = [name(createdBy), name(updatedBy)];
  const isOther = changed !== null && updatedBy?.id !== createdBy?.id;
  if (made === null && !isOther) return null;
  return (
    <span className="colo-list-people">
      {made !== null && <bdi>{made}</bdi>}
      {isOther && <span className="colo-quiet">{messages['list.people.changed']({ name: changed })}</span>}
    </span>
  );
}

const TONES = { draft: 'neutral', review: 'warning', published: 'success', archived: 'neutral', deleted: 'danger' } as const;

interface StatusMarkProps {
  readonly row: ContentRow;
  readonly messages: BaseMessages;
  readonly format: Format;
}

/** A status as a colored label, with what the schedule does next. */
export function StatusMark({ row, messages, format }: StatusMarkProps): ReactNode {
  const next = nextDateOf(row, Date.now());
  const isDrifted = (row.references ?? []).some((each) => each.isDrifted);
  return (
    <>
      <span className="colo-label" data-tone={TONES[row.status] ?? 'neutral'}>
        {messages[`status.${row.status}`] ?? row.status}
      </span>
      {next && <span className="colo-quiet colo-list-next">{messages[`schedule.${next.what}`]({ time: format.dateTime(next.at) })}</span>}
      {isDrifted && <span className="colo-list-drift">{messages['list.drifted']}</span>}
    </>
  );
}
