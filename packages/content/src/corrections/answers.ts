import { z } from 'zod';
import { CORRECTION_TYPES } from './content-correction.ts';

/** A correction as shown to readers. */
export const PublicCorrectionAnswer = z.object({
  id: z.string(),
  contentId: z.string(),
  type: z.enum(CORRECTION_TYPES),
  summary: z.string(),
  note: z.string().nullable(),
  publishedAt: z.string(),
  versionId: z.string().nullable(),
});

/** JSON Feed 1.1 of corrections. */
export const CorrectionsFeedAnswer = z.object({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: z.string().optional(),
  feed_url: z.string().optional(),
  items: z.array(
    z.object({
      id: z.string(),
      url: z.string().optional(),
      title: z.string(),
      content_text: z.string(),
      date_published: z.string(),
      tags: z.array(z.string()),
      _correction: z.object({ contentId: z.string(), type: z.enum(CORRECTION_TYPES) }),
    }),
  ),
});
