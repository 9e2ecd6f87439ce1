import type { ReactElement } from 'react';
import type { AnnouncerState } from './announcer.ts';
import { useStore } from './use-store.ts';

/** The two live regions of a page, for all announcements to screen readers. */
export function Announcer({ announcer }: { readonly announcer: AnnouncerState }): ReactElement {
  const { polite, assertive } = useStore(announcer);
  return (
    <div className="colo-visually-hidden">
      <div role="status" aria-live="polite" aria-atomic="true">
        {polite}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic="true">
        {assertive}
      </div>
    </div>
  );
}
