import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Of a level of lists or quotations, in em. */
const STEP = 1.6;
const LEVELS = [1, 2, 3, 4, 5, 6];

const indented = (kind: string): readonly (readonly [string, Record<string, string>])[] =>
  LEVELS.map((level) => [`.cm-line.colo-live-${kind}-${level}`, { paddingInlineStart: `${level * STEP}em` }]);

/** The places of lines. CodeMirror's own rules are in no cascade layer, so these override them here; colours are in the stylesheet. */
export const liveTheme: Extension = EditorView.theme({
  ...Object.fromEntries([...indented('item'), ...indented('quote')]),
  '.cm-line.colo-live-item': { textIndent: '-1.2em' },
  '.cm-line.colo-live-block': { paddingInline: 'var(--_colo-space-3)' },
});
