import type { ReactElement } from 'react';
import { useColophon } from '../provider/colophon-context.ts';

/** A placeholder while loading; visible only after a short delay. */
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
