import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { hasRole, useSession } from '../../api/session.ts';
import { View } from '../../shell/View.tsx';
import { ContributionsCard } from './ContributionsCard.tsx';
import { DraftsCard } from './DraftsCard.tsx';
import { FailedJobsCard } from './FailedJobsCard.tsx';
import { ChangedSourcesCard } from './ChangedSourcesCard.tsx';
import { PiecesCard } from './PiecesCard.tsx';
import { FailedSchedulesCard } from './FailedSchedulesCard.tsx';

/** The dashboard: what needs the user's attention. Each card has a count, the first five entries and a link to all of them. */
export function Dashboard(): ReactElement {
  const session = useSession();
  const isEditor = hasRole(session, 'editor');
  return (
    <View
      title="Dashboard"
      actions={
        <Link className="colo-button" data-kind="main" href="/pieces/new">
          New piece
        </Link>
      }
    >
      <div className="desk-cards">
        {isEditor && (
          <PiecesCard title="Submitted for review" query={{ status: 'review' }} all="/pieces?status=review" empty="No pieces to review." />
        )}
        {isEditor && session.features.contributions && <ContributionsCard />}
        <ChangedSourcesCard />
        <FailedSchedulesCard />
        {isEditor && <FailedJobsCard />}
        <DraftsCard />
      </div>
    </View>
  );
}
