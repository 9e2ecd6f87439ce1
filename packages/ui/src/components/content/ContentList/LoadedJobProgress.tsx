import type { ReactElement } from 'react';
import { Loaded } from '../../controls/Loaded.tsx';
import type { JobProgressProps } from './JobProgress.tsx';

const loadProgress = () => import('./JobProgress.tsx');

/** The progress of a job, which is loaded once there is a job. */
export function LoadedJobProgress(props: JobProgressProps): ReactElement {
  return <Loaded load={loadProgress}>{({ JobProgress }) => <JobProgress {...props} />}</Loaded>;
}
