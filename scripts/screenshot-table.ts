/** A screenshot in docs/images. */
export interface Screenshot {
  readonly name: string;
  /** The alternative text in the README. */
  readonly alt: string;
  /** The page's path; `{piece}` is replaced by the id of the piece that `slug` names. */
  readonly path: string;
  readonly slug?: string;
  /** The text of the control to click before the screenshot is taken. */
  readonly opens?: string;
  /** Whether the page belongs to the desk and needs the demo's editor signed in. */
  readonly inDesk?: boolean;
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}

/** In bytes. */
export const LARGEST_SCREENSHOT = 300_000;

const WIDE = { width: 1280, height: 800, colorScheme: 'light' } as const;
const DESK = { ...WIDE, inDesk: true } as const;

/** The screenshots, in the order in which the README shows them. */
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
    alt: 'An article with its byline, and above its picture the correction that was issued later.',
  },
  {
    ...WIDE,
    name: 'how-it-was-made',
    path: '/articles/budget-approved-in-a-night-sitting/how-this-was-made',
    colorScheme: 'dark',
    alt: 'The "How this was made" page of the article in dark mode: its correction, the part AI had in it, who is responsible, and the facts it relies on.',
  },
  {
    ...DESK,
    name: 'desk',
    path: '/desk',
    alt: 'The desk: the work waiting for an editor, with a count of each kind: pieces submitted for review, contributions, a cited piece that has changed.',
  },
  {
    ...DESK,
    name: 'editor',
    path: '/desk/pieces/{piece}',
    slug: 'how-high-is-high-enough',
    alt: 'The editor: the text of a piece on the left, and on the right its publication requirements and its details.',
  },
  {
    ...DESK,
    name: 'inbox',
    path: '/desk/contributions',
    opens: 'The bench at the oak',
    alt: 'The inbox: letters from readers on the left, one of them open with the note to its author and the possible decisions.',
  },
  {
    ...DESK,
    name: 'desk-on-a-phone',
    path: '/desk/pieces/{piece}',
    slug: 'how-high-is-high-enough',
    width: 375,
    height: 812,
    colorScheme: 'dark',
    alt: 'The same editor on a phone, in dark mode.',
  },
];
