import type { ReactElement } from 'react';

/** A decorative icon beside a label. */
export function Icon({ path }: { readonly path: string }): ReactElement {
  return (
    <svg
      className="desk-icon"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
