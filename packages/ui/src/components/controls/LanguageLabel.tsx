import type { ReactElement } from 'react';
import { useColophon } from '../provider/colophon-context.ts';

/** The name of a language, as a label beside a title. */
export function LanguageLabel({ language }: { readonly language: string }): ReactElement {
  const { format } = useColophon();
  return (
    <span className="colo-label colo-language" data-tone="neutral">
      {format.language(language)}
    </span>
  );
}
