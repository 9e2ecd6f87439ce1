import { afterAll, afterEach, describe, expect } from 'vitest';
import { openStage, type Stage } from './browser/stage.ts';
import { chatCases } from './cases/chat.ts';
import { commentsCases } from './cases/comments.ts';
import { contentCases } from './cases/content.ts';
import { contributionsCases } from './cases/contributions.ts';
import { definitionsCases } from './cases/definitions.ts';
import { editorCases } from './cases/editor.ts';
import { governanceCases } from './cases/governance.ts';
import { listCases } from './cases/list.ts';
import { liveCases } from './cases/live.ts';
import { looksCases } from './cases/looks.ts';
import { mediaCases } from './cases/media.ts';
import { nonsenseCases } from './cases/nonsense.ts';
import { pasteCases } from './cases/paste.ts';
import { readingCases } from './cases/reading.ts';
import { staffCases } from './cases/staff.ts';
import { translationCases } from './cases/translation.ts';
import { trashCases } from './cases/trash.ts';

// One browser and one page for every component: starting one for each family takes longer than looking at it.
const opened = await openStage();
afterAll(() => opened?.close());

/** Only used where a browser was started; the suites are skipped where none was. */
const stage = opened ?? ({ names: {} } as Stage);

describe.skipIf(opened === undefined)('in a browser', () => {
  afterEach(() => {
    // Nothing that is shown runs, loads anything from elsewhere, or breaks the policy of its page.
    expect(stage.incidents()).toEqual([]);
  });

  describe('reading components', () => readingCases(stage));
  describe('a list of pieces', () => listCases(stage));
  describe('reviews and merging', () => contentCases(stage));
  describe('an editor of a piece', () => editorCases(stage));
  describe('the live view', () => liveCases(stage));
  describe('a library of pictures', () => mediaCases(stage));
  describe('pasting', () => pasteCases(stage));
  describe('a translation', () => translationCases(stage));
  describe('governance of a piece', () => governanceCases(stage));
  describe('governance definitions', () => definitionsCases(stage));
  describe('contributions', () => contributionsCases(stage));
  describe('customization by hosts', () => looksCases(stage));
  describe('a server with invalid responses', () => nonsenseCases(stage));
  describe('staff fields and actions', () => staffCases(stage));
  describe('the trash', () => trashCases(stage));
  describe('comments on a piece', () => commentsCases(stage));
  describe('a chat about a piece', () => chatCases(stage));
});
