import { type ReactElement, useState } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { ReferenceDrift } from '../../../state/records.ts';
import { Busy } from '../../controls/Busy.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { Difference } from './Difference.tsx';
import { useResource } from './use-resource.ts';

interface Cited extends ReferenceDrift {
  readonly title?: string;
}

interface ReferencesSectionProps {
  readonly contentId: string;
  readonly onChange: () => void;
  /** Lists only outdated citations, where all are listed beside it. */
  readonly isOutdatedOnly?: boolean;
}

/** The cited pieces, with outdated citations and a button to update them. */
export function ReferencesSection({ contentId, onChange, isOutdatedOnly = false }: ReferencesSectionProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(governanceEn);
  const path = { id: contentId };
  const references = useResource<{ readonly items?: readonly Cited[] }>('/contents/{id}/references', { path });
  const [compared, setCompared] = useState<string | null>(null);
  if (references.value === null && references.problem === null) return <Busy lines={2} />;
  const items = (references.value?.items ?? []).filter(({ isDrifted }) => isDrifted || !isOutdatedOnly);
  const accept = async ({ targetId, currentVersion }: Cited): Promise<void> => {
    const body = { targetId, targetVersion: currentVersion };
    if (await references.change('post', '/contents/{id}/references', { params: { path }, body })) onChange();
  };
  return (
    <>
      {references.problem && <ProblemNotice problem={references.problem} onRetry={references.reload} />}
      {items.length === 0 && !isOutdatedOnly && <p className="colo-quiet">{words['gov.references.none']}</p>}
      <ul className="colo-rows">
        {items.map((item) => (
          <li key={item.targetId} className="colo-row">
            <bdi className="colo-row-main">{item.title ?? item.targetId}</bdi>
            <span className="colo-quiet">
              {item.citedVersion === null
                ? words['gov.references.unpinned']
                : words['gov.references.version']({ number: format.number(item.citedVersion) })}
            </span>
            {item.isDrifted && item.citedVersion !== null && item.currentVersion !== null && (
              <>
                <span className="colo-label" data-tone="warning">
                  {words['gov.references.drifted']({ number: format.number(item.currentVersion) })}
                </span>
                <button
                  type="button"
                  className="colo-list-small"
                  aria-expanded={compared === item.targetId}
                  onClick={() => setCompared(compared === item.targetId ? null : item.targetId)}
                >
                  {words['gov.references.compare']}
                </button>
                <button type="button" className="colo-list-small" onClick={() => void accept(item)}>
                  {words['gov.references.accept']}
                </button>
                {compared === item.targetId && (
                  <div className="colo-gov-compared">
                    <Difference contentId={item.targetId} from={item.citedVersion} to={item.currentVersion} />
                  </div>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
