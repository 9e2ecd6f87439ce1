import type { ReactElement } from 'react';
import { useColophon } from '../provider/colophon-context.ts';

/** Stands where something will be; seen only where it does not come at once. */
export function Busy({ lines = 4 }: { readonly lines?: number }): ReactElement {
  const { messages } = useColophon();
  return (
    <div className="colo-list-skeleton" aria-busy="true">
      <span className="colo-visually-hidden">{messages['common.loading']}</span>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className="colo-list-bone" />
      ))}
    </div>
  );
}
