import type { ReactElement } from 'react';
import type { Page } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useTitles } from '../../api/use-titles.ts';
import { Card, CardRow, FIRST } from './Card.tsx';

interface Reference {
  readonly source_id: string;
  readonly target_id: string;
  readonly targetVersion: number;
}

interface Version {
  readonly contentId: string;
  readonly version: number;
}

/** How many references and versions are read. */
const WINDOW = 200;

/** Pieces that cite an outdated version of another piece. */
export function ChangedSourcesCard(): ReactElement {
  const references = useAnswer<Page<Reference>>('/content-references', {
    query: { 'targetVersion[null]': 'false', orderBy: '-updated_at', limit: WINDOW, count: 'none' },
  });
  const targets = [...new Set(references.value?.items.map(({ target_id: id }) => id))].slice(0, 100);
  const versions = useAnswer<Page<Version>>(targets.length > 0 ? '/content-versions' : null, {
    query: { 'contentId[in]': targets.join(','), orderBy: '-version', fields: 'contentId,version', limit: WINDOW, count: 'none' },
  });
  const isKnown = references.value !== undefined && (targets.length === 0 || versions.value !== undefined);
  const changed = isKnown ? changedReferences(references.value.items, versions.value?.items ?? []) : undefined;
  const shown = changed?.slice(0, FIRST);
  const titles = useTitles(shown?.flatMap(({ source_id: source, target_id: target }) => [source, target]));
  return (
    <Card
      title="Cited sources changed"
      count={changed?.length}
      all="/pieces"
      empty="All citations are up to date."
      problem={references.problem ?? versions.problem}
      onRetry={() => {
        references.refresh();
        versions.refresh();
      }}
      rows={shown?.map(({ source_id: source, target_id: target, targetVersion, newest }) => (
        <CardRow
          href={`/pieces/${source}/governance`}
          title={titles.get(source) ?? '…'}
          note={`cites version ${targetVersion} of “${titles.get(target) ?? '…'}”, now at version ${newest}`}
        />
      ))}
    />
  );
}

function changedReferences(
  references: readonly Reference[],
  versions: readonly Version[],
): readonly (Reference & { readonly newest: number })[] {
  const newest = new Map<string, number>();
  for (const { contentId, version } of versions) newest.set(contentId, Math.max(version, newest.get(contentId) ?? 0));
  return references.flatMap((each) => {
    const latest = newest.get(each.target_id) ?? each.targetVersion;
    return latest > each.targetVersion ? [{ ...each, newest: latest }] : [];
  });
}
