import { createJobs, followJobs, type Jobs as JobsState } from '@colophon/ui/state';
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useState } from 'react';
import { client } from './api.ts';
import { useSession } from './session.ts';

const JobsContext = createContext<JobsState | null>(null);

/** Knows what becomes of work in the background for as long as the desk is open: one tab of the browser listens for all of them. */
export function Jobs({ children }: { readonly children: ReactNode }): ReactElement {
  const { user } = useSession();
  const [jobs] = useState(() => createJobs({ client }));
  useEffect(() => {
    const ending = new AbortController();
    const channel = new BroadcastChannel(`colophon:jobs:${user.id}`);
    const { locks } = navigator;
    const { signal } = ending;
    let isFollowing = false;
    const follow = (): void => {
      if (isFollowing) return;
      isFollowing = true;
      // A refusal is a session that is over, which is said where it is met first; it is followed again after signing in.
      followJobs({ client, jobs, userId: user.id, channel, ...(locks && { locks }), signal })
        .catch(() => undefined)
        .finally(() => (isFollowing = false));
    };
    follow();
    globalThis.addEventListener('online', follow, { signal });
    return () => {
      ending.abort();
      channel.close();
    };
  }, [jobs, user.id]);
  return <JobsContext value={jobs}>{children}</JobsContext>;
}

/** @throws Error outside of the desk */
export function useJobs(): JobsState {
  const jobs = useContext(JobsContext);
  if (jobs === null) throw new Error('useJobs must be used inside JobsProvider.');
  return jobs;
}
