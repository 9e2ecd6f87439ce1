import type { ReactElement } from 'react';

/** The kind of policy. */
export type StatusIconName = 'content' | 'facts' | 'safety' | 'custom' | 'human' | 'rule';

const PATHS: Readonly<Record<StatusIconName, string>> = {
  content: 'M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3M5.5 8h5M5.5 11h5',
  facts: 'M7 12.5a5.5 5.5 0 1 1 0-11 5.5 5.5 0 0 1 0 11M11 11l3.5 3.5',
  safety: 'M8 1.5 13.5 3.5v4c0 3.5-2.3 5.9-5.5 7-3.2-1.1-5.5-3.5-5.5-7v-4z',
  custom: 'M8 1.5v13M1.5 8h13M3.5 3.5l9 9M12.5 3.5l-9 9',
  human: 'M8 7.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2.5 14.5c0-3 2.4-5 5.5-5s5.5 2 5.5 5',
  rule: 'M1.5 4.5 3 6l2.5-3M8 4.5h6.5M1.5 11.5 3 13l2.5-3M8 11.5h6.5',
};

/** An icon of 16 px beside a text, never instead of it. */
export function StatusIcon({ name }: { readonly name: StatusIconName }): ReactElement {
  return (
    <svg className="colo-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={PATHS[name] ?? PATHS.custom}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
