import type { ReactElement } from 'react';
import type { Transparency } from '../../state/records.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { accountOf } from './account/account-of.ts';
import { CorrectionsPart, WithdrawalPart } from './account/corrections-part.tsx';
import { FactsPart } from './account/facts-part.tsx';
import { HistoryPart } from './account/history-part.tsx';
import { PeoplePart } from './account/people-part.tsx';
import type { AccountContext } from './account/account-context.ts';
import { type ReadingWords, spokenWith } from './words.ts';

export interface ContentTransparencyReportProps extends RootProps, ReadingWords {
  /** The response of `GET /contents/{id}/transparency`, or of its preview. */
  readonly data: Transparency;
  /** The heading level of its title; default 2. */
  readonly headingLevel?: 2 | 3 | 4;
  /** Returns the address of a cited piece by its id; null for no link. */
  readonly hrefFor?: (contentId: string) => string | null;
}

/**
 * The transparency report of a piece, for its readers: withdrawals and corrections first, then the use of AI, people, sources,
 * reviews and versions.
 *
 * @example
 * <ContentTransparencyReport data={account} />
 */
export function ContentTransparencyReport({
  data,
  headingLevel = 2,
  hrefFor,
  className,
  id,
  ...words
}: ContentTransparencyReportProps): ReactElement {
  const spoken = spokenWith(words);
  const { words: say, date } = spoken;
  const Heading = `h${headingLevel}` as const;
  const account = accountOf(data);
  if (account === null) return <p className={classNames('colo-scope colo-account', className)}>{say['account.unreadable']}</p>;
  const at = account.publicationVersion?.created_at ?? account.generatedAt;
  const context: AccountContext = {
    ...spoken,
    data: account,
    Part: `h${headingLevel + 1}` as 'h3' | 'h4' | 'h5',
    hrefFor: hrefFor ?? (() => null),
  };
  return (
    <section className={classNames('colo-scope colo-account', className)} id={id}>
      <header className="colo-account-header">
        <Heading className="colo-account-title">{say['account.title']}</Heading>
        <p className="colo-account-date">
          {say[account.snapshotKind === 'published' ? 'account.published' : 'account.preview']({ date: date(at) })}
        </p>
      </header>
      <WithdrawalPart {...context} />
      <CorrectionsPart {...context} />
      <PeoplePart {...context} />
      <FactsPart {...context} />
      <HistoryPart {...context} />
    </section>
  );
}
