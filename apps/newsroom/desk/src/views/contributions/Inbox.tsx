import { Notice, ProblemNotice } from '@colophon/ui/controls';
import { ContentContributionInbox, type ContributionRecord, type ContributorRecord } from '@colophon/ui/contributions';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../../api/api.ts';
import { useAnswer, useList, useRefresh } from '../../api/use-answer.ts';
import { useBatches } from '../../api/use-batches.ts';
import { ListBody } from '../../parts/ListBody.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { SearchField, searchOf } from '../../parts/SearchField.tsx';
import { View } from '../../shell/View.tsx';

const WAITING = 'submitted,quarantined,needs_changes,approved';
const WHICH = [
  { value: WAITING, label: 'Open' },
  { value: 'quarantined', label: 'Quarantined' },
  { value: 'needs_changes', label: 'Changes requested' },
  { value: 'promoted', label: 'Accepted' },
  { value: 'rejected,withdrawn', label: 'Closed' },
] as const;

/** A contribution of a list, which has only the id of its contributor. */
interface Listed extends ContributionRecord {
  readonly contributorId?: string;
}

interface Approved {
  readonly content?: { readonly id: string };
}

/** The inbox: contributions that await a decision. */
export function Inbox({ id }: { readonly id: string | undefined }): ReactElement {
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  const [statuses, setStatuses] = useState<string>(WAITING);
  const [search, setSearch] = useState('');
  const [made, setMade] = useState<{ readonly id: string; readonly title: string } | null>(null);
  const list = useList<Listed>('/content-contributions/inbox', {
    query: { statuses: statuses.split(','), ...searchOf(search) },
    limit: 100,
  });
  // A contribution that is opened by its address may not be on the list.
  const asked = useAnswer<Listed>(id === undefined ? null : '/content-contributions/{id}', { path: { id: id ?? '' } });
  const listed = list.value ?? [];
  const people = useContributors(list.value);
  const shown = asked.value && !listed.some((each) => each.id === id) ? [asked.value, ...listed] : listed;
  const decide = async <Value,>(action: string, of: string, body: object): Promise<Value> => {
    const answer = await api.post<Value>(`/content-contributions/{id}/${action}`, { path: { id: of }, body });
    await refresh('/content-contributions', '/contents');
    return answer;
  };
  return (
    <View title="Inbox" lead="Contributions from readers. They are not public until approved, edited and published.">
      <div className="desk-tools">
        <SearchField label="Search" value={search} onChange={setSearch} />
        <Choice label="Status" value={statuses} options={[...WHICH]} onChange={setStatuses} />
      </div>
      {made && (
        <Notice
          tone="success"
          actions={
            <Link className="colo-button" data-kind="main" href={`/pieces/${made.id}`}>
              Open the draft
            </Link>
          }
        >
          <p role="status">
            Draft created: <bdi>“{made.title}”</bdi>.
          </p>
        </Notice>
      )}
      {asked.problem && <ProblemNotice problem={asked.problem} onRetry={asked.refresh} />}
      <ListBody
        list={{ ...list, value: list.value && shown }}
        empty={search === '' ? 'No contributions here.' : 'No matching contributions.'}
      >
        {(items) => (
          <ContentContributionInbox
            contributions={items.map((each) => ({
              ...each,
              contributor: each.contributor ?? people.get(each.contributorId ?? '') ?? null,
            }))}
            selectedId={id ?? null}
            onSelect={(chosen) => navigate(`/contributions/${chosen}`)}
            onApprove={async (of, { editorNote, targetStatus }) => {
              const { content } = await decide<Approved>('approve', of, { editorNote, targetStatus });
              const title = items.find((each) => each.id === of)?.title ?? 'Untitled';
              if (content) setMade({ id: content.id, title });
            }}
            onReject={(of, { editorNote }) => decide<void>('reject', of, { editorNote })}
            onRequestChanges={(of, { editorNote }) => decide<void>('request-changes', of, { editorNote })}
          />
        )}
      </ListBody>
    </View>
  );
}

/** The contributors of the listed contributions, by id. */
function useContributors(items: readonly Listed[] = []): ReadonlyMap<string, ContributorRecord> {
  const ids = items.flatMap(({ contributorId }) => contributorId ?? []);
  const { value } = useBatches<ContributorRecord>('/content-contributors', ids);
  return new Map(value?.map((each) => [each.id, each]));
}
