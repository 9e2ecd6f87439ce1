import { useColophon } from '@colophon/ui';
import { ContentContributionPortal, type ContributionRecord } from '@colophon/ui/contributions';
import type { ReactElement } from 'react';
import { Busy, ProblemNotice } from '@colophon/ui/controls';
import { Link, useLocation } from 'wouter';
import { api } from '../api/api.ts';
import { hasRole, useSession } from '../api/session.ts';
import { useList, useRefresh } from '../api/use-answer.ts';
import { View } from '../shell/View.tsx';
import { OwnDrafts } from './OwnDrafts.tsx';

/** The user's own contributions and drafts. */
export function OwnWork(): ReactElement {
  const session = useSession();
  const { announce } = useColophon();
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  const list = useList<ContributionRecord>('/content-contributions/by-contributor');
  const mayWrite = hasRole(session, 'contributor');
  return (
    <View
      title="Your contributions"
      actions={
        mayWrite && (
          <Link className="colo-button" href="/drafts/new">
            New draft
          </Link>
        )
      }
    >
      {mayWrite && <OwnDrafts />}
      {session.features.contributions && (
        <>
          <h2>Submitted</h2>
          {list.problem && <ProblemNotice problem={list.problem} onRetry={list.refresh} />}
          {list.value === undefined && list.problem === null && <Busy />}
          {list.value && (
            <ContentContributionPortal
              contributions={list.value}
              onSelect={(id) => navigate(`/contributions/${id}`)}
              onRevise={(id) => navigate(`/contributions/${id}`)}
              onNew={() => navigate('/new')}
              onWithdraw={async (id) => {
                await api.post('/content-contributions/{id}/withdraw', { path: { id }, body: {} });
                await refresh('/content-contributions');
                announce('Contribution withdrawn.');
              }}
            />
          )}
        </>
      )}
    </View>
  );
}
