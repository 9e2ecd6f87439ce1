import { syntaxTree } from '@codemirror/language';
import { type EditorState, StateField } from '@codemirror/state';
import type { SyntaxNode, Tree } from '@lezer/common';

/** A stretch of the text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A note at the end of the text, and where its words begin. */
export interface Note extends Span {
  readonly label: string;
  readonly textFrom: number;
}

/** What stands at the top level of a text and is asked for from elsewhere in it. */
export interface Structure {
  readonly tree: Tree;
  readonly tables: readonly Span[];
  readonly notes: ReadonlyMap<string, Note>;
  /** Addresses by the names that links call them. */
  readonly references: ReadonlyMap<string, string>;
}

const MARK_OF_NOTE = 'FootnoteMark';

function read(state: EditorState): Structure {
  const tree = syntaxTree(state);
  const tables: Span[] = [];
  const notes = new Map<string, Note>();
  const references = new Map<string, string>();
  const cursor = tree.cursor();
  if (!cursor.firstChild()) return { tree, tables, notes, references };
  do {
    const { name, from, to } = cursor;
    if (name === 'Table') tables.push({ from, to });
    else if (name === 'FootnoteDefinition') {
      const label = cursor.node.getChild('FootnoteLabel');
      const marks = cursor.node.getChildren(MARK_OF_NOTE);
      const name_ = label ? state.sliceDoc(label.from, label.to) : '';
      const after = marks.at(-1)?.to ?? to;
      const textFrom = after + (/^[ \t]*/.exec(state.sliceDoc(after, to))?.[0].length ?? 0);
      if (!notes.has(name_)) notes.set(name_, { from, to, label: name_, textFrom });
    } else if (name === 'LinkReference') {
      const [label, url] = [cursor.node.getChild('LinkLabel'), cursor.node.getChild('URL')];
      if (!label || !url) continue;
      const key = state
        .sliceDoc(label.from + 1, label.to - 1)
        .toLowerCase()
        .replaceAll(/\s+/g, ' ')
        .trim();
      if (!references.has(key)) references.set(key, addressOf(state, url));
    }
  } while (cursor.nextSibling());
  return { tree, tables, notes, references };
}

/** Reads the structure again when the text was changed, or more of it was parsed. */
export const structure = StateField.define<Structure>({
  create: read,
  update: (value, { state }) => (syntaxTree(state) === value.tree ? value : read(state)),
});

/** The addresses that links of a text call by a name. */
export function referencesOf(state: EditorState): ReadonlyMap<string, string> {
  return state.field(structure, false)?.references ?? new Map();
}

/** The address of a link or picture, without the brackets around it and with its escapes resolved. */
export function addressOf(state: EditorState, { from, to }: Pick<SyntaxNode, 'from' | 'to'>): string {
  return state
    .sliceDoc(from, to)
    .replace(/^<([^]*)>$/, '$1')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}
