import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState } from '@codemirror/state';

/** A heading, and the section that it begins: up to the next heading that is not below it. */
export interface Section {
  readonly level: number;
  readonly title: string;
  readonly from: number;
  /** The end of the section. */
  readonly to: number;
}

/** Milliseconds that may be spent on parsing what was not seen yet. */
const PARSED_WITHIN = 40;
const HEADING = /^(?:ATX|Setext)Heading(\d)$/;

/** The sections of a text, in their order. */
export function sectionsOf(state: EditorState): readonly Section[] {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSED_WITHIN) ?? syntaxTree(state);
  const headings: { level: number; title: string; from: number }[] = [];
  const cursor = tree.cursor();
  if (cursor.firstChild())
    do {
      const level = Number(HEADING.exec(cursor.name)?.[1] ?? 0);
      if (level > 0)
        headings.push({ level, title: titleOf(state.sliceDoc(cursor.from, cursor.to)), from: state.doc.lineAt(cursor.from).from });
    } while (cursor.nextSibling());
  return headings.map((heading, index) => {
    const next = headings.slice(index + 1).find(({ level }) => level <= heading.level);
    return { ...heading, to: next?.from ?? state.doc.length };
  });
}

function titleOf(heading: string): string {
  return heading
    .replace(/^\s*#{1,6}[ \t]*/, '')
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replace(/\n[ \t]*(?:=+|-+)[ \t]*$/, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`~]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** A section that has changed places with the one before or after it. */
export interface MovedSection {
  readonly changes: ChangeSpec;
  /** Where it begins now. */
  readonly from: number;
}

/**
 * Changes the places of a section and the one of its level before or after it, with all that is below them; null if there is none. Every
 * letter stays, and so do the lines between them.
 */
export function moveSection(state: EditorState, sections: readonly Section[], index: number, by: 1 | -1): MovedSection | null {
  const section = sections[index];
  if (section === undefined) return null;
  const other =
    by === 1 ? sections.find(({ from }) => from === section.to) : sections.slice(0, index).findLast(({ to }) => to === section.from);
  const sibling =
    other?.level === section.level
      ? other
      : sections.slice(0, index).findLast(({ level, to }) => level === section.level && to === section.from);
  const pair = by === 1 ? other : sibling;
  if (pair?.level !== section.level) return null;
  const [first, second] = by === 1 ? [section, pair] : [pair, section];
  const firstEnd = first.from + trimmedLength(state.sliceDoc(first.from, first.to));
  const secondEnd = second.from + trimmedLength(state.sliceDoc(second.from, second.to));
  const between = state.sliceDoc(firstEnd, second.from);
  const moved = state.sliceDoc(second.from, secondEnd);
  return {
    changes: [
      { from: first.from, insert: moved + between },
      { from: firstEnd, to: secondEnd },
    ],
    from: by === 1 ? first.from + moved.length + between.length : first.from,
  };
}

function trimmedLength(text: string): number {
  return text.trimEnd().length;
}
