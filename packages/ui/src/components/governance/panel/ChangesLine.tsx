import type { ReactElement } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { GovernanceSnapshot } from '../../../state/governance/governance.ts';
import { Notice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';

interface ChangesLineProps {
  readonly held: GovernanceSnapshot['held'];
  readonly onPublish: () => void;
  readonly onShow: () => void;
}

/** The state of changes of a published piece. The readiness of what readers see says nothing about them. */
export function ChangesLine({ held, onPublish, onShow }: ChangesLineProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(governanceEn);
  const isOpen = held !== null && held.length > 0;
  const said =
    held === null ? words['gov.changes'] : isOpen ? words['gov.changes.held']({ count: held.length }, format) : words['gov.changes.met'];
  return (
    <Notice
      tone={held === null ? 'neutral' : isOpen ? 'warning' : 'success'}
      actions={
        isOpen ? (
          <button type="button" className="colo-button" aria-haspopup="dialog" onClick={onShow}>
            {words['gov.changes.show']}
          </button>
        ) : (
          held !== null && (
            <button type="button" className="colo-button" data-kind="main" onClick={onPublish}>
              {words['gov.changes.publish']}
            </button>
          )
        )
      }
    >
      <p>
        <strong>{said}</strong>
      </p>
      {isOpen && (
        <ul>
          {held.map(({ policyKey, label, reason }) => (
            <li key={policyKey}>
              <bdi>{label}</bdi>
              {reason !== null && <>: {reason}</>}
            </li>
          ))}
        </ul>
      )}
      <p className="colo-quiet">{isOpen ? words['gov.changes.kept'] : words['gov.changes.how']}</p>
    </Notice>
  );
}
