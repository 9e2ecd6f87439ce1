import type { ReactElement } from 'react';
import type { FormatName } from './formatting.ts';

type ToolName = FormatName | 'picture' | 'insert';

const PATHS: Readonly<Record<ToolName, string>> = {
  bold: 'M4.5 2.5h4a2.75 2.75 0 0 1 0 5.5h-4zM4.5 8h5a2.75 2.75 0 0 1 0 5.5h-5z',
  italic: 'M6.5 2.5h6M3.5 13.5h6M9.5 2.5l-3 11',
  heading1: 'M3.5 2.5v11M12.5 2.5v11M3.5 8h9',
  heading2: 'M3.5 2.5v11M12.5 2.5v11M3.5 8h9',
  heading3: 'M3.5 2.5v11M12.5 2.5v11M3.5 8h9',
  quote: 'M2.5 2.5v11M6 4.5h7.5M6 8h7.5M6 11.5h5',
  bullets: 'M2.5 4h.5M2.5 8h.5M2.5 12h.5M6 4h8M6 8h8M6 12h8',
  numbers: 'M2 2.75l1-.5V5.5M1.75 9.5c0-1.5 2-1.5 2 0 0 1-2 1.25-2 2.25h2M7 4h7M7 10.5h7',
  link: 'M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3 3 0 0 1 3 8.5L4.5 7',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  insert: 'M8 2.5v11M2.5 8h11',
  picture: 'M2 3h12v10H2zM2 11l3.5-3.5 3 3 2-2L14 12M10.5 6h.5',
};

/** The icon of a tool, 16 px; its button has a text label. */
export function ToolIcon({ name }: { readonly name: ToolName }): ReactElement {
  return (
    <svg className="colo-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
