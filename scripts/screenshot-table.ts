/** A picture in docs/images. */
export interface Screenshot {
  readonly name: string;
  /** What the README says for those who do not see it. */
  readonly alt: string;
  /** Where it is; `{piece}` is the id of the piece that `slug` names. */
  readonly path: string;
  readonly slug?: string;
  /** What is pressed there first, by its words. */
  readonly opens?: string;
  /** In the desk, as the editor of the demonstration. */
  readonly inDesk?: boolean;
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}

/** In bytes. */
export const LARGEST_SCREENSHOT = 300_000;

const WIDE = { width: 1280, height: 800, colorScheme: 'light' } as const;
const DESK = { ...WIDE, inDesk: true } as const;

/** The pictures, in the order in which the README shows them. */
export const SCREENSHOTS: readonly Screenshot[] = [
  {
    ...WIDE,
    name: 'front',
    path: '/',
    alt: 'The front page of a small newspaper: a large piece about a budget, marked as corrected, with two others beside it.',
  },
  {
    ...WIDE,
    name: 'article',
    path: '/articles/budget-approved-in-a-night-sitting',
    alt: 'An article with its byline, and above its picture the correction that was issued since.',
  },
  {
    ...WIDE,
    name: 'how-it-was-made',
    path: '/articles/budget-approved-in-a-night-sitting/how-this-was-made',
    colorScheme: 'dark',
    alt: 'How the article was made, in the dark: its correction, the part of AI, who answers for it, and the facts that it leans on.',
  },
  {
    ...DESK,
    name: 'desk',
    path: '/desk',
    alt: 'The desk: what waits for an editor, each kind with its count: pieces handed in, contributions, a cited piece that has changed since.',
  },
  {
    ...DESK,
    name: 'editor',
    path: '/desk/pieces/{piece}',
    slug: 'how-high-is-high-enough',
    alt: 'The editor: the text of a piece on the left, and beside it what is asked of it before it is published and its details.',
  },
  {
    ...DESK,
    name: 'inbox',
    path: '/desk/contributions',
    opens: 'The bench at the oak',
    alt: 'The inbox: letters from readers on the left, one of them opened with the note to its author and what can be decided.',
  },
  {
    ...DESK,
    name: 'desk-on-a-phone',
    path: '/desk/pieces/{piece}',
    slug: 'how-high-is-high-enough',
    width: 375,
    height: 812,
    colorScheme: 'dark',
    alt: 'The same editor on a telephone, in the dark.',
  },
];
