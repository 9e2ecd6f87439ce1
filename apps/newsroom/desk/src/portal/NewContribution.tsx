import { ContentContributionForm, type OpenContributionType } from '@colophon/ui/contributions';
import { Busy, ProblemNotice } from '@colophon/ui/controls';
import type { ReactElement } from 'react';
import { Link, useLocation } from 'wouter';
import { useSession } from '../api/session.ts';
import { useAnswer, useRefresh } from '../api/use-answer.ts';
import { View } from '../shell/View.tsx';
import { submitContribution } from './submit-contribution.ts';

/** Submits a contribution. */
export function NewContribution(): ReactElement {
  const { user } = useSession();
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  const types = useAnswer<{ readonly items: readonly OpenContributionType[] }>('/content-contributions/types/open');
  return (
    <View title="New contribution">
      {types.problem && <ProblemNotice problem={types.problem} onRetry={types.refresh} />}
      {types.value === undefined && types.problem === null && <Busy />}
      {types.value && (
        <ContentContributionForm
          types={types.value.items}
          contributor={{ name: user.name, email: user.email }}
          onSubmit={async (submission) => {
            const answer = await submitContribution(submission);
            await refresh('/content-contributions');
            return answer;
          }}
          onCancel={() => navigate('/')}
        />
      )}
      <p>
        <Link href="/">Back to your contributions</Link>
      </p>
    </View>
  );
}
