/** A picture in docs/images. */
export interface Screenshot {
  readonly name: string;
  /** What the README says for those who do not see it. */
  readonly alt: string;
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}

/** In bytes. */
export const LARGEST_SCREENSHOT = 300_000;

const WIDE = { width: 1280, height: 800, colorScheme: 'light' } as const;

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
];
