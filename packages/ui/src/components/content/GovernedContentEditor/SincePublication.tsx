import type { ReactElement } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { PendingKind } from '../../../state/records.ts';
import { Notice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';

interface SincePublicationProps {
  readonly what: readonly PendingKind[];
  readonly onPublish: () => void;
}

/** What was changed beside the text of a published piece, which readers do not get before it is published again. */
export function SincePublication({ what, onPublish }: SincePublicationProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(governanceEn);
  return (
    <Notice tone="warning">
      <p>{words['gov.since']({ what: format.list(what.map((kind) => words[`gov.since.${kind}`])) })}</p>
      <button type="button" className="colo-button" aria-haspopup="dialog" onClick={onPublish}>
        {words['gov.since.publish']}
      </button>
    </Notice>
  );
}
