import type { Words } from './message.ts';
import { chatEn } from './chat/en.ts';
import { commentsEn } from './comments/en.ts';
import { commonEn } from './common/en.ts';
import { contentEn } from './content/en.ts';
import { editorEn } from './editor/en.ts';
import { governanceEn } from './governance/en.ts';
import { contributionsEn } from './contributions/en.ts';
import { definitionsEn } from './governance/definitions-en.ts';
import { readingEn } from './reading/en.ts';
import { trashEn } from './trash/en.ts';

/** Everything that the components say, in English. */
export const en = {
  ...chatEn,
  ...commentsEn,
  ...commonEn,
  ...contentEn,
  ...editorEn,
  ...governanceEn,
  ...contributionsEn,
  ...definitionsEn,
  ...readingEn,
  ...trashEn,
};

/** The words of the components: give them whole, or only those that you say otherwise. */
export type Messages = Words<typeof en>;
