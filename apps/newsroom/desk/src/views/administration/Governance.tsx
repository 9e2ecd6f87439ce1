import { ContentGovernanceManager } from '@colophon/ui/governance';
import type { ReactElement } from 'react';
import { hasRole, useSession } from '../../api/session.ts';
import { useRefresh } from '../../api/use-answer.ts';
import { View } from '../../shell/View.tsx';

/** The governance settings: requirements for publishing. */
export function Governance(): ReactElement {
  const session = useSession();
  const refresh = useRefresh();
  const isAdmin = hasRole(session, 'admin');
  return (
    <View
      title="Governance"
      lead={
        isAdmin
          ? 'Requirements for publishing. Policies define reviews, profiles combine policies, and assignments apply profiles to types of pieces.'
          : 'Requirements for publishing. Only admins can change them.'
      }
    >
      <ContentGovernanceManager readOnly={!isAdmin} onChange={() => void refresh('/contents')} />
    </View>
  );
}
