import type { ReactElement } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { Transparency } from '../../../state/records.ts';
import { Busy } from '../../controls/Busy.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { ContentTransparencyReport } from '../../reading/ContentTransparencyReport.tsx';
import { useResource } from './use-resource.ts';

/** The report validates the rest of an account itself. */
const ACCOUNT = { generation: 'object' } as const;

/** A preview of the transparency report. */
export function TransparencySection({ contentId }: { readonly contentId: string }): ReactElement {
  const { format, words: messages } = useColophon();
  const words = useWords(governanceEn);
  const account = useResource<Transparency>('/contents/{id}/transparency/preview', { path: { id: contentId } }, ACCOUNT);
  // The assignment was changed since the panel was loaded.
  if (account.problem?.code === 'transparency_disabled') return <p className="colo-quiet">{words['gov.transparency.off']}</p>;
  if (account.problem) return <ProblemNotice problem={account.problem} onRetry={account.reload} />;
  if (account.value === null) return <Busy lines={3} />;
  return (
    <ContentTransparencyReport
      data={account.value}
      headingLevel={3}
      locale={format.locale}
      timeZone={format.timeZone}
      messages={messages}
    />
  );
}

interface ScheduleRun {
  readonly id: string;
  readonly action: 'publish' | 'unpublish';
  readonly dueAt: string;
  readonly outcome: 'done' | 'refused' | 'passed_over';
  readonly reason: string | null;
}

/** The results of scheduled publications. */
export function ScheduleSection({ contentId }: { readonly contentId: string }): ReactElement {
  const { format } = useColophon();
  const words = useWords(governanceEn);
  const runs = useResource<{ readonly items?: readonly ScheduleRun[] }>('/contents/{id}/schedule', {
    path: { id: contentId },
    query: { limit: 1e9 },
  });
  if (runs.problem) return <ProblemNotice problem={runs.problem} onRetry={runs.reload} />;
  if (runs.value === null) return <Busy lines={2} />;
  const items = runs.value.items ?? [];
  if (items.length === 0) return <p className="colo-quiet">{words['gov.schedule.none']}</p>;
  return (
    <ul className="colo-rows">
      {items.map(({ id, action, dueAt, outcome, reason }) => (
        <li key={id}>
          {format.dateTime(dueAt)}: {words[`gov.schedule.${action}`]}, {words[`gov.schedule.${outcome}`]}{' '}
          {reason && <bdi className="colo-quiet">{reason}</bdi>}
        </li>
      ))}
    </ul>
  );
}
