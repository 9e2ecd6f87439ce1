import type { ReactElement } from 'react';
import { contributionsEn } from '../../messages/contributions/en.ts';
import type { SubmitResult } from '../../state/contributions/records.ts';
import { Notice } from '../controls/Notice.tsx';
import { useWords } from '../provider/use-words.ts';

/** The result of a submission, with its reasons. */
export function SubmissionResult({ result, onAnother }: { readonly result: SubmitResult; readonly onAnother: () => void }): ReactElement {
  const words = useWords(contributionsEn);
  const { decision, reasons = [] } = result;
  const said =
    decision === 'reject' ? words['contrib.refused'] : decision === 'quarantine' ? words['contrib.held'] : words['contrib.received'];
  return (
    <div className="colo-scope">
      <Notice
        tone={decision === 'reject' ? 'danger' : decision === 'quarantine' ? 'warning' : 'success'}
        actions={
          <button type="button" className="colo-button" onClick={onAnother}>
            {words['contrib.another']}
          </button>
        }
      >
        <p>{said}</p>
        {reasons.length > 0 && (
          <ul>
            {reasons.map(({ code, detail }, index) => (
              <li key={index} data-code={code}>
                <bdi>{detail}</bdi>
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}
