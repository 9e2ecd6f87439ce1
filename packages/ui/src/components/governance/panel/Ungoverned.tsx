import type { ReactElement } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { GovernedState } from '../../../state/governance/definitions.ts';
import { Notice } from '../../controls/Notice.tsx';
import { useWords } from '../../provider/use-words.ts';

/** Says that a type needs no reviews, and warns if it is probably a typing error for one that does. */
export function Ungoverned({ governed: { resembles } }: { readonly governed: GovernedState }): ReactElement {
  const words = useWords(governanceEn);
  if (typeof resembles !== 'string') return <p className="colo-quiet">{words['gov.ungoverned']}</p>;
  return (
    <Notice tone="warning">
      <p>
        {words['gov.ungoverned']} {words['gov.resembles']({ type: resembles })}
      </p>
    </Notice>
  );
}
