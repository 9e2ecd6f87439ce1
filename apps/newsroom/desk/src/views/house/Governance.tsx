import { ContentGovernanceManager } from '@colophon/ui/governance';
import type { ReactElement } from 'react';
import { hasRole, useSession } from '../../api/session.ts';
import { useRefresh } from '../../api/use-answer.ts';
import { View } from '../../shell/View.tsx';

/** What is asked of pieces before they are published. */
export function Governance(): ReactElement {
  const session = useSession();
  const refresh = useRefresh();
  const isAdmin = hasRole(session, 'admin');
  return (
    <View
      title="Governance"
      lead={
        isAdmin
          ? 'What is asked of pieces before they are published: policies judge, profiles gather them, assignments say which pieces they are for.'
          : 'What is asked of pieces before they are published. Admins change it.'
      }
    >
      <ContentGovernanceManager readOnly={!isAdmin} onChange={() => void refresh('/contents')} />
    </View>
  );
}
