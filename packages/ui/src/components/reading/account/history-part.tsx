import type { ReactElement } from 'react';
import type { AccountContext } from './account-context.ts';

/** The verdicts on the piece, without the instructions of reviewers, and its versions. */
export function HistoryPart({ data, words, format, date, Part }: AccountContext): ReactElement {
  const latestFirst = data.versions.toSorted((a, b) => b.version - a.version);
  return (
    <>
      {data.reviews.length > 0 && (
        <>
          <Part className="colo-account-part">{words['account.reviews']}</Part>
          <dl className="colo-account-terms">
            {data.reviews.map((review) => (
              <div key={review.policyKey} className="colo-account-term">
                <dt dir="auto">{review.policyKey}</dt>
                <dd>
                  <span className="colo-account-verdict" data-verdict={review.status}>
                    {words['account.review.by']({
                      verdict: verdictOf(review.status, words),
                      by: judgeOf(review, words),
                      date: date(review.created_at),
                    })}
                  </span>
                  {review.summary !== '' && (
                    <p className="colo-account-note" dir="auto">
                      {review.summary}
                    </p>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {latestFirst.length > 0 && (
        <>
          <Part className="colo-account-part">{words['account.versions']({ count: latestFirst.length }, format)}</Part>
          <ol className="colo-account-list" role="list">
            {latestFirst.map(({ version, kind, summary, created_at: at }) => (
              <li key={version} className="colo-account-version">
                <span className="colo-account-lead">{words['account.version']({ number: format.number(version) })}</span>{' '}
                <span className="colo-account-note">
                  {kindOf(kind, words)}, <time dateTime={at}>{date(at)}</time>
                </span>
                {summary !== null && summary !== '' && <p dir="auto">{summary}</p>}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

type Words = AccountContext['words'];

function verdictOf(status: string, words: Words): string {
  return status === 'accepted' || status === 'flagged' || status === 'rejected' ? words[`account.review.${status}`] : status;
}

function judgeOf({ judgedBy, model, reviewer }: AccountContext['data']['reviews'][number], words: Words): string {
  if (judgedBy === 'rules' || (judgedBy === undefined && reviewer === 'rules')) return words['account.review.rules'];
  if (judgedBy === 'ai' || (judgedBy === undefined && reviewer === 'ai'))
    return model === null ? words['account.review.ai'] : words['account.review.model']({ model });
  return reviewer;
}

function kindOf(kind: string, words: Words): string {
  const key = `account.version.${kind}`;
  return Object.hasOwn(words, key) ? String(words[key as keyof Words]) : kind;
}
