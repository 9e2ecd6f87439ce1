import type { ReferenceDrift } from '@colophon/ui/state';
import { type ReactElement, useState } from 'react';
import { useBatches } from '../../api/use-batches.ts';
import { useList } from '../../api/use-answer.ts';
import { useTitles } from '../../api/use-titles.ts';
import { Card, CardRow, FIRST } from './Card.tsx';

/** A piece with what it cites. */
interface Citing {
  readonly id: string;
  readonly title: string;
  readonly references?: readonly ReferenceDrift[];
}

/** The latest citations of a version, which are compared: the dashboard must open soon, however many there are. */
const MOST = 1000;

/** Pieces that cite an outdated version of another piece. */
export function ChangedSourcesCard(): ReactElement {
  const pinned = useList<{ readonly source_id: string }>('/content-references', {
    query: { 'targetVersion[null]': 'false', orderBy: '-updated_at', fields: 'source_id', count: 'none' },
    limit: MOST,
  });
  const isPartial = pinned.more !== null;
  const sources = (pinned.value ?? []).map(({ source_id: source }) => source);
  // Without `fields`, which would leave out what is cited.
  const citing = useBatches<Citing>('/contents', sources);
  const isKnown = pinned.value !== undefined && citing.isComplete;
  const changed = isKnown ? changedReferences(sources, citing.value ?? []) : undefined;
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? changed : changed?.slice(0, FIRST);
  const titles = useTitles(shown?.map(({ targetId }) => targetId));
  return (
    <Card
      title="Cited sources changed"
      count={isPartial ? null : changed?.length}
      all={isWhole || (changed?.length ?? 0) <= FIRST ? null : () => setIsWhole(true)}
      empty={isPartial ? `The latest ${MOST} citations are up to date.` : 'All citations are up to date.'}
      problem={pinned.problem ?? citing.problem}
      onRetry={() => {
        pinned.refresh();
        citing.refresh();
      }}
      rows={shown?.map(({ id, title, targetId, citedVersion, currentVersion }) => (
        <CardRow
          href={`/pieces/${id}/governance`}
          title={title}
          note={`cites version ${citedVersion} of “${titles.get(targetId) ?? '…'}”, now at version ${currentVersion}`}
        />
      ))}
    />
  );
}

/** Returns the outdated citations, those of the latest references first. */
function changedReferences(sources: readonly string[], citing: readonly Citing[]) {
  const byId = new Map(citing.map((piece) => [piece.id, piece]));
  return [...new Set(sources)].flatMap((source) => {
    const { id, title, references = [] } = byId.get(source) ?? { id: source, title: '' };
    return references.filter(({ isDrifted }) => isDrifted).map((reference) => ({ id, title, ...reference }));
  });
}
