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
  /** What `GET /contents/{id}/transparency`, or its preview, answers. */
  readonly data: Transparency;
  /** Where its title stands among the headings of the page; 2 by default. */
  readonly headingLevel?: 2 | 3 | 4;
  /** Where a cited piece is read, by its id; null is nowhere. */
  readonly hrefFor?: (contentId: string) => string | null;
}

/**
 * How a piece came to be, for its readers: what was taken back or corrected first, then the part of AI, who answers for it, what it
 * leans on, how it was judged and its versions.
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
