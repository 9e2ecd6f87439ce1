import type { ReactElement } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { GovernanceSnapshot } from '../../../state/governance/governance.ts';
import { Notice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';

/** The readiness of a piece, in one line. */
export function ReadinessLine({
  snapshot,
  isChanged,
}: {
  readonly snapshot: GovernanceSnapshot;
  readonly isChanged: boolean;
}): ReactElement | null {
  const { format } = useColophon();
  const words = useWords(governanceEn);
  const { governed, readiness } = snapshot;
  if (governed === null) return null;
  if (!governed.isGoverned) return <p className="colo-quiet">{words['gov.ungoverned']}</p>;
  if (readiness === null) return <p className="colo-quiet">{words['gov.unsaved']}</p>;
  const met = {
    number: format.number(readiness.requirements.filter(({ satisfied }) => satisfied).length),
    total: format.number(readiness.requirements.length),
  };
  // A piece is complete if it has all verdicts, even negative ones.
  const isMet = readiness.ready && readiness.requirements.every(({ satisfied }) => satisfied);
  const said = isMet ? words['gov.ready'] : readiness.ready ? words['gov.advisory'](met) : words['gov.notReady'](met);
  return (
    <Notice tone={isMet ? 'success' : readiness.ready ? 'warning' : 'neutral'}>
      <p>
        <strong>{said}</strong>
      </p>
      {isChanged && <p className="colo-quiet">{words['gov.changed']}</p>}
    </Notice>
  );
}
