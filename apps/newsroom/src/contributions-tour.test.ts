import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnEveryDatabase } from './testing/every-database.ts';
import { person, runTour, tourLines, type TourOutputs } from './testing/governance-tour.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const hasTools = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0);

describe.skipIf(!hasTools)('the tour of contributions (skipped where bash and curl are not there)', () => {
  describeOnEveryDatabase('as it stands in the docs', (settings) => {
    const lines = tourLines('docs/contributions.md', '## Types');
    let newsroom: NewsroomProcess;
    let outputs: TourOutputs = new Map();

    beforeAll(async () => {
      newsroom = await startNewsroom({ ...(await settings()), NEWSROOM_SEED: 'none' });
      outputs = await runTour(newsroom, lines, person(newsroom.url));
    }, 240_000);
    afterAll(() => newsroom.dispose());

    /** The output of the lines with this prefix, in order. */
    const texts = (start: string): string[] => {
      const found = lines.flatMap((line, index) => (line.startsWith(start) ? [outputs.get(index) ?? ''] : []));
      expect([start, found.length > 0]).toEqual([start, true]);
      return found;
    };
    const answers = (start: string): any[] => texts(start).map((text) => JSON.parse(text));

    it('tells anonymous users what is accepted, but not what is held back', () => {
      const [{ items }] = answers('curl -s localhost:4000/api/v1/content-contributions/types/open');
      expect(items).toMatchObject([{ key: 'letter', allowFiles: true, allowedMimePatterns: ['image/*'] }]);
      expect(JSON.stringify(items)).not.toContain('casino');
    });

    it('puts a letter with two pictures into the inbox', () => {
      const [inbox] = answers('newsroom-cli content-contributions list-inbox-action');
      expect(inbox.items).toMatchObject([{ status: 'submitted', title: 'The oak in our street', senderProof: 'none' }]);
      expect(answers('newsroom-cli content-contributions get $LETTER')[0]).toMatchObject({
        contributor: { email: 'ada@example.org', name: 'Ada' },
        attachments: [{ filename: 'oak.jpg' }, { filename: 'again.jpg' }],
        revisions: [{ revisionNumber: 1, by: 'contributor' }],
      });
    });

    it('asks for changes, and takes them as a revision', () => {
      expect(answers('newsroom-cli content-contributions request-changes-action')[0]).toMatchObject({ status: 'needs_changes' });
      expect(answers('api POST content-contributions/$LETTER/revisions')[0]).toMatchObject({ status: 'submitted', revisionCount: 2 });
    });

    it('creates one piece from it, however often it is approved', () => {
      const { structuredContent: first } = answers('newsroom-cli mcp call content-contribution_approve-action')[0];
      const [again] = answers('api POST content-contributions/$LETTER/approve');
      expect([again.content.id, again.assets]).toEqual([first.content.id, first.assets]);
      expect(texts('newsroom-cli content-contributions reject-action')).toEqual(['refused with 5']);
      const [piece] = answers('api GET contents/$PIECE');
      expect(piece).toMatchObject({
        id: first.content.id,
        status: 'draft',
        title: 'The oak in our street',
        body: String.raw`It is 200 years old, and to be felled on \*Monday\*.` + '\n',
        authors: ['Ada'],
        metadata: { contribution: { typeKey: 'letter', revision: 2 } },
      });
      expect(answers('api GET contents/$PIECE/assets')[0].items.map((each: any) => each.name)).toEqual(['oak.jpg', 'again.jpg']);
    });

    it('holds back what matches a pattern, promotes trusted contributors, and queues those who only typed an address', () => {
      const [held, printed] = answers('api POST content-contributions/submit');
      expect(held).toMatchObject({ contribution: { status: 'quarantined' }, intake: { reasons: [{ code: 'text_quarantine' }] } });
      expect(printed).toMatchObject({ contribution: { status: 'promoted' }, content: { title: 'The market', authors: ['Bea'] } });
      expect(answers("api GET 'content-contributions?title=Not")[0].items).toMatchObject([{ status: 'submitted', senderProof: 'none' }]);
    });

    it('erases a person, and keeps the piece', () => {
      expect(answers('newsroom-cli content-contributors export-action')[0].contributions[0]).toMatchObject({
        title: 'The oak in our street',
      });
      expect(answers('newsroom-cli content-contributors erase-action')[0]).toMatchObject({ contributions: 1, files: 2 });
      expect(answers('newsroom-cli content-contributors get')[0]).toMatchObject({ name: null, email: expect.stringMatching(/^erased\+/) });
      expect(answers('api GET content-contributions/$LETTER').at(-1)).toMatchObject({ status: 'promoted', title: null, body: '' });
      expect(answers('api GET contents/$PIECE').at(-1)).toMatchObject({ title: 'The oak in our street' });
      expect(newsroom.log()).not.toMatch(/ada@example\.org|bea@example\.org/);
    });
  });
});
