import { EditorState } from '@codemirror/state';
import { LanguageSupport } from '@codemirror/language';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyLanguage } from '../markdown-syntax.ts';
import { moveSection, sectionsOf } from './sections.ts';

const stateOf = (doc: string): EditorState => EditorState.create({ doc, extensions: new LanguageSupport(bodyLanguage) });

const TEXT = `Before.

# One *long* [title](/a) #

a

## Below

b

Two
===

c

# Three
d`;

function moved(doc: string, title: string, by: 1 | -1): string | null {
  const state = stateOf(doc);
  const sections = sectionsOf(state);
  const move = moveSection(
    state,
    sections,
    sections.findIndex((section) => section.title === title),
    by,
  );
  return move && state.update({ changes: move.changes }).state.doc.toString();
}

describe('sections', () => {
  it('are the headings with all that is below them', () => {
    expect(sectionsOf(stateOf(TEXT)).map(({ level, title, from, to }) => [level, title, TEXT.slice(from, to).split('\n').length])).toEqual([
      [1, 'One long title', 9],
      [2, 'Below', 5],
      [1, 'Two', 6],
      [1, 'Three', 2],
    ]);
  });

  it('are no lines of code or quotations', () => {
    expect(sectionsOf(stateOf('```\n# code\n```\n\n> # quoted\n'))).toEqual([]);
  });

  it('change places with the next of their level, and keep the lines between them', () => {
    expect(moved(TEXT, 'One long title', 1)).toBe(`Before.

Two
===

c

# One *long* [title](/a) #

a

## Below

b

# Three
d`);
    expect(moved(TEXT, 'Three', -1)).toBe(TEXT.replace('Two\n===\n\nc\n\n# Three\nd', '# Three\nd\n\nTwo\n===\n\nc'));
    expect(moved(TEXT, 'Two', -1)).toBe(moved(TEXT, 'One long title', 1));
  });

  it('stay where there is none of their level', () => {
    expect(moved(TEXT, 'Below', 1)).toBeNull();
    expect(moved(TEXT, 'Below', -1)).toBeNull();
    expect(moved(TEXT, 'Three', 1)).toBeNull();
    expect(moved(TEXT, 'One long title', -1)).toBeNull();
  });

  it('lose no letter, and are back when they are moved back', () => {
    const block = fc.constantFrom('# A', '# B', '## C', '## D', '### E', 'text', '- item', '');
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), fc.nat(), fc.constantFrom(1 as const, -1 as const), (blocks, some, by) => {
        const state = stateOf(blocks.join('\n\n'));
        const sections = sectionsOf(state);
        if (sections.length === 0) return;
        const index = some % sections.length;
        const move = moveSection(state, sections, index, by);
        if (move === null) return;
        const next = state.update({ changes: move.changes }).state;
        const lettersOf = (text: string): string => Array.from(text).toSorted().join('');
        expect(lettersOf(next.doc.toString())).toBe(lettersOf(state.doc.toString()));
        const now = sectionsOf(next);
        const back = moveSection(
          next,
          now,
          now.findIndex(({ from }) => from === move.from),
          by === 1 ? -1 : 1,
        );
        expect(back && next.update({ changes: back.changes }).state.doc.toString()).toBe(state.doc.toString());
      }),
    );
  });
});
