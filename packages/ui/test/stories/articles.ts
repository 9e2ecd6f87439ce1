import type { ArticleSummary } from '../../src/components/reading/index.ts';
import { HOSTILE, HOSTILE_TEXT } from './hostile.ts';

/** A picture of the evening sky, as data. */
export const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAAYCAIAAACwW9CwAAAAiklEQVR42iXCQQfCcADG4ferVSTGZOyyDhkxu0ysw0RKl/+lIjGS2GUdMiK7pEOHdNluu3Xs1rGP0OH3eFQ2P+pSf6nz60PljzeV3RrqcK2otHhS29OdWmUlZfYFtdzl1Gx9pBKTUvFiQ0VTQ4WTOTWKEmoYjCnPDyl34FN916Ms26G6PYtqtTv8A2dqdF+yHLEJAAAAAElFTkSuQmCC';

export const ARTICLES: readonly [ArticleSummary, ArticleSummary, ArticleSummary, ArticleSummary] = [
  {
    id: '1',
    title: 'Budget approved in a night sitting',
    slug: 'budget-approved',
    description: 'The council sat until three in the morning and found 2.1 million for roads and schools.',
    authors: ['Ada Okoye', 'Li Wen'],
    publish_date: '2026-05-03T12:30:00.000Z',
    latestCorrection: 'correction',
  },
  {
    id: '2',
    title: 'Flood at the mill',
    slug: 'flood-at-the-mill',
    description: 'Two streets stood under water on Monday.',
    authors: ['Jo Brandt'],
    publish_date: '2026-05-01T06:00:00.000Z',
    thumbnail: { src: PICTURE, alt: 'A street under water', width: 300, height: 200 },
  },
  {
    id: '3',
    title: 'The bridge that never was',
    slug: 'bridge',
    authors: [],
    publish_date: '2026-04-28T06:00:00.000Z',
    latestCorrection: 'retraction',
  },
  { id: '4', title: 'What is technical debt', slug: 'technical-debt', description: null, authors: ['Ada Okoye'], publish_date: null },
];

export const hostileArticle: ArticleSummary = {
  id: HOSTILE.markup,
  title: HOSTILE_TEXT,
  slug: HOSTILE.attribute,
  description: HOSTILE_TEXT,
  authors: [HOSTILE.markup, HOSTILE.reversed, HOSTILE.long],
  language: HOSTILE.attribute,
  publish_date: HOSTILE.markup,
  thumbnail: { src: HOSTILE.link, alt: HOSTILE_TEXT, width: 300, height: 200, srcSet: `${HOSTILE.link} 2x` },
};
