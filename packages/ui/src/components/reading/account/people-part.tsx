import type { ReactElement, ReactNode } from 'react';
import type { Assistance } from '../../../state/records.ts';
import type { AccountContext } from './account-context.ts';

/** The use of AI, the authors, the responsible person and the reviewer. */
export function PeoplePart({ data, words, format, date, Part }: AccountContext): ReactElement {
  const { generation, responsiblePerson, humanReview, authors, judgedByAIAlone = [], assistance = [] } = data;
  const part = { true: 'account.ai.some', false: 'account.ai.none', null: 'account.ai.unstated' } as const;
  const sentence = (each: Assistance): string => {
    const { approvals: count } = each;
    const on = date(each.last);
    if (each.agent !== 'client') {
      const name = each.approvedBy ?? words['account.someone'];
      return words['account.assisted']({ model: each.model ?? words['account.review.ai'], name, count, date: on }, format);
    }
    const name = each.actingFor?.name ?? words['account.someone'];
    const host = each.host ?? words['account.through.unverified'];
    const told = { client: each.client ?? words['account.review.ai'], host, name, date: on };
    return count > 0 ? words['account.through.approved']({ ...told, count }, format) : words['account.through'](told);
  };
  return (
    <>
      <Part className="colo-account-part">{words['account.ai']}</Part>
      <p>{words[part[String(generation.aiAssisted) as keyof typeof part]]}</p>
      {(generation.model ?? generation.publicPrompt) !== null && (
        <dl className="colo-account-terms">
          {generation.model !== null && <Term term={words['account.ai.model']}>{generation.model}</Term>}
          {generation.publicPrompt !== null && <Term term={words['account.ai.prompt']}>{generation.publicPrompt}</Term>}
        </dl>
      )}
      {assistance.length > 0 && (
        <ul className="colo-account-list" role="list">
          {assistance.map((part, index) => (
            <li key={index} className="colo-account-item" dir="auto">
              {sentence(part)}
            </li>
          ))}
        </ul>
      )}
      <Part className="colo-account-part">{words['account.people']}</Part>
      <dl className="colo-account-terms">
        {authors.length > 0 && <Term term={words['account.authors']}>{format.list(authors)}</Term>}
        <Term term={words['account.responsible']}>{responsiblePerson ?? words['account.nobody']}</Term>
        <Term term={words['account.read']}>
          {humanReview === null
            ? words['account.unread']
            : words['account.read.by']({ name: humanReview.reviewer, date: date(humanReview.created_at) })}
        </Term>
      </dl>
      {judgedByAIAlone.length > 0 && (
        <p className="colo-account-note">
          {words['account.aiAlone']({ policies: format.list(judgedByAIAlone.map(({ label }) => label)) })}
        </p>
      )}
    </>
  );
}

function Term({ term, children }: { readonly term: string; readonly children: ReactNode }): ReactElement {
  return (
    <div className="colo-account-term">
      <dt>{term}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
