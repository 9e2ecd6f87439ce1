/** The keyboard shortcuts of the desk, by where they work: shown by `?` and listed in docs/desk.md. */
export const KEYS: readonly { readonly place: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    place: 'Everywhere',
    keys: [
      ['Mod+K', 'go to a page or a piece'],
      ['?', 'show this list'],
      ['F6, Shift+F6', 'next, previous region'],
      ['Esc', 'close the dialog or menu'],
    ],
  },
  {
    place: 'In the list of pieces',
    keys: [
      ['↑ ↓ Home End', 'move through the rows'],
      ['Enter', 'edit'],
      ['Space, Shift+Space', 'select, select up to here'],
      ['Delete', 'delete, after confirmation'],
      ['/', 'search'],
    ],
  },
  {
    place: 'In a piece',
    keys: [
      ['Mod+S', 'save'],
      ['Mod+Shift+P', 'live, source, side by side, preview'],
      ['F8, Shift+F8', 'next, previous finding'],
      ['F7, Shift+F7', 'next, previous comment'],
      ['Mod+Alt+M', 'comment on the selection'],
      ["Mod+'", 'go to the text'],
      ['Mod+Alt+Z', 'undo the last applied suggestion'],
      ['Mod+B, I, E, K', 'bold, italic, code, link, in the text'],
      ['/', 'insert a heading, list, table, footnote …'],
      ['Mod+Enter', 'tick a task, open a link, to a footnote'],
      ['Mod+Shift+E', 'a table’s source, and back'],
      ['Mod+Shift+O', 'outline; Alt+↑ ↓ in it move a section'],
      ['Esc, then Tab', 'leave the text'],
    ],
  },
  {
    place: 'In the inbox',
    keys: [['j k, ↑ ↓', 'next, previous contribution']],
  },
  {
    place: 'In the tag tree',
    keys: [
      ['↑ ↓ ← →', 'move through the tree, collapse and expand'],
      ['Alt+→, Alt+←', 'move below the previous tag, move up a level'],
      ['m', 'move to…'],
    ],
  },
];
