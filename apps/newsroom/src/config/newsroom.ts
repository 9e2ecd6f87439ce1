/** What Newsroom is called: in its commands, in the names of its settings, and to people. */
export const NEWSROOM = { slug: 'newsroom', name: 'Newsroom', program: 'newsroom' } as const;
