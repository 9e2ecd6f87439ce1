import type { Words } from './message.ts';
import { commonEn } from './common/en.ts';
import { contentEn } from './content/en.ts';
import { readingEn } from './reading/en.ts';

/** What a provider brings by itself, in English; the other families bring their own words. */
export const baseEn = { ...commonEn, ...contentEn, ...readingEn };

/** The words that every page has. */
export type BaseMessages = Words<typeof baseEn>;
