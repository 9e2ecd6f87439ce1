import { useColophon } from '@colophon/ui';
import { Busy, Modal, ProblemNotice, SelectField } from '@colophon/ui/controls';
import type { ContentRecord } from '@colophon/ui/state';
import { type ReactElement, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { api } from '../../api/api.ts';
import { useList, useRefresh } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import { type Difference, VersionDifference } from './VersionDifference.tsx';

interface Version {
  readonly id: string;
  readonly version: number;
  readonly kind: string;
  readonly summary: string | null;
  readonly created_at: string;
}

/** How many versions are read at once; any two can be compared by address (`?from=3&to=9`). */
const PAGE = 200;

/** The versions of a piece. The address holds the two that are compared. */
export function Versions({ piece }: { readonly piece: ContentRecord }): ReactElement {
  const { format } = useColophon();
  const [search, setSearch] = useSearchParams();
  const [asked, setAsked] = useState<Version | null>(null);
  const path = { id: piece.id };
  const { value, problem, refresh, more } = useList<Version>('/contents/{id}/versions', { path, limit: PAGE, by: 'offset' });
  const items = value ?? [];
  const differing = useDiffering(piece, search.has('from') ? undefined : value);
  const from = search.get('from') ?? differing ?? '';
  const to = search.get('to') ?? 'now';
  const compare = (pair: { from: string; to: string }): void => setSearch(pair, { replace: true });
  const options = items.map(({ version, created_at: at, kind }) => ({
    value: String(version),
    label: `Version ${version}: ${kind}, ${format.dateTime(at)}`,
  }));
  if (problem) return <ProblemNotice problem={problem} onRetry={refresh} />;
  if (value === undefined) return <Busy lines={6} />;
  if (items.length === 0) return <p className="colo-list-empty">No versions yet. Publishing creates one.</p>;
  return (
    <>
      <section className="desk-compare" aria-label="Compare">
        <SelectField label="From" value={from} options={options} onChange={(chosen) => compare({ from: chosen, to })} />
        <SelectField
          label="To"
          value={to}
          options={[{ value: 'now', label: 'Current' }, ...options]}
          onChange={(chosen) => compare({ from, to: chosen })}
        />
        {from === '' ? <Busy lines={3} /> : <VersionDifference id={piece.id} from={from} to={to} />}
      </section>
      <h2>All versions</h2>
      <ul className="desk-rows">
        {items.map((item, index) => {
          const before = items[index + 1];
          return (
            <li key={item.id}>
              <span className="desk-row-main">
                <strong>Version {item.version}</strong>{' '}
                <span className="colo-label" data-tone="neutral">
                  {item.kind}
                </span>{' '}
                <span className="colo-quiet">
                  {format.dateTime(item.created_at)}
                  {item.summary && ' · '}
                  <bdi>{item.summary}</bdi>
                </span>
              </span>
              {before && (
                <button
                  type="button"
                  className="colo-button"
                  aria-label={`Show changes of version ${item.version}`}
                  onClick={() => compare({ from: String(before.version), to: String(item.version) })}
                >
                  Show changes
                </button>
              )}
              <button type="button" className="colo-button" aria-label={`Restore version ${item.version}`} onClick={() => setAsked(item)}>
                Restore
              </button>
            </li>
          );
        })}
      </ul>
      {more && (
        <p className="colo-actions">
          <button type="button" className="colo-button" onClick={more}>
            Show older versions
          </button>
        </p>
      )}
      {asked && <RestoreDialog piece={piece} version={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** The versions that are looked at for a difference; a person chooses among the older ones. */
const LOOKED_AT = 10;

/** The latest version that differs from the current piece, or the latest one if none does; undefined until known. */
function useDiffering({ id, rev }: ContentRecord, versions: readonly Version[] | undefined): string | undefined {
  const [found, setFound] = useState<string>();
  const numbers = versions
    ?.slice(0, LOOKED_AT)
    .map(({ version }) => String(version))
    .join();
  useEffect(() => {
    if (numbers === undefined || numbers === '') return undefined;
    const control = new AbortController();
    void firstDiffering(id, numbers.split(','), control.signal).then((version) => !control.signal.aborted && setFound(version));
    return () => control.abort();
  }, [id, rev, numbers]);
  return found;
}

async function firstDiffering(id: string, versions: readonly string[], signal: AbortSignal): Promise<string> {
  for (const from of versions) {
    const asked = { path: { id }, query: { from }, signal };
    // oxlint-disable-next-line no-await-in-loop -- mostly the first one differs
    const difference = await api.get<Difference>('/contents/{id}/versions/diff', asked).catch(() => null);
    // What cannot be compared says so where it is shown.
    if (difference === null || difference.fields.length > 0 || difference.body.length > 0) return from;
  }
  return versions[0] ?? '';
}

interface RestoreDialogProps {
  readonly piece: ContentRecord;
  readonly version: Version;
  readonly onClose: () => void;
}

/** Previews the changes of a restore and confirms it. */
function RestoreDialog({ piece, version, onClose }: RestoreDialogProps): ReactElement {
  const refresh = useRefresh();
  const { run, problem } = useSending();
  const restore = async (): Promise<void> => {
    const path = { id: piece.id, versionId: version.id };
    const isDone = await run(
      () => api.post('/contents/{id}/versions/{versionId}/restore', { path, ifMatch: piece.rev }),
      `Version ${version.version} restored.`,
    );
    if (!isDone) return;
    await refresh('/contents');
    onClose();
  };
  return (
    <Modal
      title={`Restore version ${version.version}?`}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="colo-button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="colo-button" data-kind="main" onClick={() => void restore()}>
            Restore
          </button>
        </>
      }
    >
      {problem && <ProblemNotice problem={problem} />}
      <p>The current state is saved as a version first. This will change:</p>
      <VersionDifference id={piece.id} from="now" to={String(version.version)} />
    </Modal>
  );
}
