import { useEffect, useState } from 'react';
import { createGovernance, type GovernanceOf, type GovernanceSnapshot } from '../../../state/governance/governance.ts';
import { createStore } from '../../../state/store.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useStore } from '../../provider/use-store.ts';

interface Asked {
  readonly contentId: string | null;
  readonly type?: string;
  readonly variant?: string | null;
  readonly profileKey?: string | undefined;
}

const NOTHING = createStore<GovernanceSnapshot>({
  status: 'loading',
  problem: null,
  governed: null,
  readiness: null,
  reviews: new Map(),
  running: new Set(),
  faults: new Map(),
  held: null,
});

/** The governance state of a piece; null until loaded, and without an API. */
export function useGovernance({ contentId, type = 'article', variant = null, profileKey }: Asked): {
  readonly governance: GovernanceOf | null;
  readonly snapshot: GovernanceSnapshot;
} {
  const { client } = useColophon();
  const [governance, setGovernance] = useState<GovernanceOf | null>(null);
  useEffect(() => {
    if (client === null) return undefined;
    const made = createGovernance({ client, contentId, type, variant, profileKey });
    setGovernance(made);
    void made.refresh();
    return () => {
      made.dispose();
      setGovernance(null);
    };
  }, [client, contentId, type, variant, profileKey]);
  return { governance, snapshot: useStore(governance ?? NOTHING) };
}
