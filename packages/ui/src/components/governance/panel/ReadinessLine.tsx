import type { ReactElement } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { GovernanceSnapshot } from '../../../state/governance/governance.ts';
import { Loaded } from '../../controls/Loaded.tsx';
import { Notice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { Ungoverned } from './Ungoverned.tsx';

const loadChanges = () => import('./ChangesLine.tsx');

interface ReadinessLineProps {
  readonly snapshot: GovernanceSnapshot;
  readonly isChanged: boolean;
  /** The actions for changes of a published piece, which are published when they are saved. */
  readonly live?: { readonly onPublish: () => void; readonly onShow: () => void } | undefined;
}

/** The readiness of a piece, in one line. */
export function ReadinessLine({ snapshot, isChanged, live }: ReadinessLineProps): ReactElement | null {
  const { format } = useColophon();
  const words = useWords(governanceEn);
  const { governed, readiness } = snapshot;
  if (governed === null) return null;
  if (!governed.isGoverned) return <Ungoverned governed={governed} />;
  if (readiness === null) return <p className="colo-quiet">{words['gov.unsaved']}</p>;
  if (live && isChanged && governed.enforcePublishReadiness)
    return <Loaded load={loadChanges}>{({ ChangesLine }) => <ChangesLine held={snapshot.held} {...live} />}</Loaded>;
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
