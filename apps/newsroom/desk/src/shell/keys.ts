/** The keys of the desk, by where they work: what `?` shows and what docs/newsroom.md says. */
export const KEYS: readonly { readonly place: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    place: 'Everywhere',
    keys: [
      ['Mod+K', 'go to a view or a piece'],
      ['?', 'this list'],
      ['F6, Shift+F6', 'next, previous region'],
      ['Esc', 'close the nearest layer'],
    ],
  },
  {
    place: 'In the list of pieces',
    keys: [
      ['↑ ↓ Home End', 'go through the rows'],
      ['Enter', 'edit'],
      ['Space, Shift+Space', 'select, select up to here'],
      ['Delete', 'delete, once you have confirmed it'],
      ['/', 'search'],
    ],
  },
  {
    place: 'In a piece',
    keys: [
      ['Mod+S', 'save'],
      ['Mod+Shift+P', 'write, preview, both'],
      ['F8, Shift+F8', 'next, previous finding'],
      ['F7, Shift+F7', 'next, previous comment'],
      ['Mod+Alt+M', 'comment on the selected words'],
      ["Mod+'", 'go to the text'],
      ['Mod+Alt+Z', 'take back what was applied last'],
      ['Mod+B, I, E, K', 'bold, italic, code, link, in the text'],
      ['Esc, then Tab', 'leave the text'],
    ],
  },
  {
    place: 'In the inbox',
    keys: [['j k, ↑ ↓', 'next, previous contribution']],
  },
  {
    place: 'In the tree of tags',
    keys: [
      ['↑ ↓ ← →', 'go through the tree, close and open'],
      ['Alt+→, Alt+←', 'move below the tag before, move up a level'],
      ['m', 'move to…'],
    ],
  },
];
