import type { ReactElement } from 'react';
import type { AccountContext } from './account-context.ts';

/** The notice of a withdrawal, which comes first. */
export function WithdrawalPart({ data: { withdrawal }, words, date, Part }: AccountContext): ReactElement | null {
  if (withdrawal === null) return null;
  return (
    <div className="colo-account-withdrawal">
      <Part className="colo-account-part">{words['account.withdrawn']({ date: date(withdrawal.publishedAt) })}</Part>
      <p dir="auto">{withdrawal.summary}</p>
    </div>
  );
}

/** The corrections, in the order of publication. */
export function CorrectionsPart({ data: { corrections }, words, date, Part }: AccountContext): ReactElement | null {
  if (corrections.length === 0) return null;
  return (
    <div className="colo-account-corrections">
      <Part className="colo-account-part">{words['account.corrections']}</Part>
      <ul className="colo-account-list" role="list">
        {corrections.map(({ id, type, summary, note, publishedAt }) => (
          <li key={id} className="colo-account-item">
            <p className="colo-account-lead">{words[`account.${type}`]({ date: date(publishedAt) })}</p>
            <p dir="auto">{summary}</p>
            {note !== null && note !== '' && (
              <p className="colo-account-note" dir="auto">
                {note}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
