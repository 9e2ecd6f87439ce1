import type { Words } from './message.ts';
import { chatEn } from './chat/en.ts';
import { commentsEn } from './comments/en.ts';
import { commonEn } from './common/en.ts';
import { contentEn } from './content/en.ts';
import { draftsEn } from './drafts/en.ts';
import { editorEn } from './editor/en.ts';
import { governanceEn } from './governance/en.ts';
import { contributionsEn } from './contributions/en.ts';
import { definitionsEn } from './governance/definitions-en.ts';
import { mediaEn } from './media/en.ts';
import { readingEn } from './reading/en.ts';
import { trashEn } from './trash/en.ts';
import { footnotesEn } from './writing/footnotes-en.ts';
import { outlineEn } from './writing/outline-en.ts';
import { slashEn } from './writing/slash-en.ts';
import { tablesEn } from './writing/tables-en.ts';
import { writingEn } from './writing/en.ts';

/** The texts of all components, in English. */
export const en = {
  ...chatEn,
  ...commentsEn,
  ...commonEn,
  ...contentEn,
  ...draftsEn,
  ...editorEn,
  ...governanceEn,
  ...contributionsEn,
  ...definitionsEn,
  ...mediaEn,
  ...readingEn,
  ...trashEn,
  ...footnotesEn,
  ...outlineEn,
  ...slashEn,
  ...tablesEn,
  ...writingEn,
};

/** The messages of the components: all, or only those to replace. */
export type Messages = Words<typeof en>;
