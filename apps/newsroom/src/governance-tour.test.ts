import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnEveryDatabase } from './testing/every-database.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';
import { person, runTour, tourLines, type TourOutputs } from './testing/governance-tour.ts';
import { settingsFor, startReviewingVendor } from './testing/reviewing-vendor.ts';

const PRINCIPLES = 'https://news.example/principles';
const hasTools = ['bash', 'curl', 'grep'].every((tool) => spawnSync(tool, ['--version']).status === 0);

describe.skipIf(!hasTools)('the tour of governance (skipped where bash and curl are not there)', () => {
  describeOnEveryDatabase('as it stands in the docs', (settings) => {
    const lines = tourLines();
    let newsroom: NewsroomProcess;
    let vendor: Awaited<ReturnType<typeof startReviewingVendor>>;
    let outputs: TourOutputs = new Map();

    beforeAll(async () => {
      vendor = await startReviewingVendor();
      newsroom = await startNewsroom({ ...(await settings()), ...settingsFor(vendor), NEWSROOM_PUBLISHING_PRINCIPLES: PRINCIPLES });
      outputs = await runTour(newsroom, lines, person(newsroom.url));
    }, 240_000);
    afterAll(async () => {
      await newsroom.dispose();
      await vendor.close();
    });

    const lineOf = (start: string): number => {
      const at = lines.findIndex((line) => line.startsWith(start));
      if (at < 0) throw new Error(`The tour has no line that starts with ${start}.`);
      return at;
    };
    const printed = (start: string): any => JSON.parse(outputs.get(lineOf(start)) ?? 'null');

    it('signs a person in and defines what an article needs', () => {
      expect(printed('newsroom-cli content-governance-profiles create')).toMatchObject({ key: 'publication', rev: 1 });
      expect(printed('newsroom-cli content-governance-assignments update')).toMatchObject({ contentType: 'article', enabled: true });
      expect(outputs.get(lineOf('newsroom import'))).toContain('3 created, 0 updated, 0 unchanged, 0 failed.');
    });

    /** The lines of the story on each surface, and how their output is read. */
    const ways: Record<string, { first: string; lines: Story; read: (text: string) => any; refused: (text: string) => void }> = {
      'on the command line': {
        first: 'PIECE=$(newsroom-cli contents by-slug --slug rain-cli',
        read: (text) => JSON.parse(text),
        // The reasons go to standard error; 5 is the exit code of a refusal.
        refused: (text) => expect(text).toBe('refused with 5'),
        lines: {
          publish: 'newsroom-cli contents update $PIECE --status published',
          facts: 'newsroom-cli contents run-review-action $PIECE --policy-key facts',
          safety: 'newsroom-cli contents run-review-action $PIECE --policy-key safety',
          desk: 'newsroom-cli contents run-review-action $PIECE --policy-key desk',
          disclosed: 'newsroom-cli contents run-review-action $PIECE --policy-key disclosed',
          readiness: 'newsroom-cli contents evaluate-review-profile',
          transparency: 'newsroom-cli contents get-published-transparency-action',
          edit: "newsroom-cli contents update $PIECE --body 'On Monday",
          versions: 'newsroom-cli contents list-versions',
          factsState: 'newsroom-cli contents get-facts-state',
          drift: 'newsroom-cli contents get-reference-drift',
          correction: 'newsroom-cli contents issue-correction-action',
          jsonLd: 'newsroom-cli contents transparency-json-ld',
          feed: 'newsroom-cli contents corrections-feed',
          piece: 'newsroom-cli contents get $PIECE',
        },
      },
      'over REST': {
        first: "PIECE=$(api GET 'contents/by-slug?slug=rain-rest'",
        read: (text) => JSON.parse(text),
        refused: (text) => expect(JSON.parse(text)).toMatchObject({ status: 422, code: 'publish_readiness' }),
        lines: {
          publish: 'api PATCH contents/$PIECE \'{"status"',
          facts: 'api POST contents/$PIECE/reviews \'{"policyKey":"facts"',
          safety: 'api POST contents/$PIECE/reviews \'{"policyKey":"safety"',
          desk: 'api POST contents/$PIECE/reviews \'{"policyKey":"desk"',
          disclosed: 'api POST contents/$PIECE/reviews \'{"policyKey":"disclosed"',
          readiness: 'api GET contents/$PIECE/review-profiles/publication',
          transparency: /contents\/\$PIECE\/transparency$/,
          edit: 'api PATCH contents/$PIECE \'{"body":"On Monday',
          versions: 'api GET contents/$PIECE/versions',
          factsState: 'api GET contents/$PIECE/facts',
          drift: 'api GET contents/$PIECE/references/drift',
          correction: 'api POST contents/$PIECE/corrections',
          jsonLd: 'curl -s localhost:4000/api/v1/contents/$PIECE/transparency/json-ld',
          feed: 'curl -s localhost:4000/corrections.json',
          piece: /contents\/\$PIECE$/,
        },
      },
      'with the tools of an assistant': {
        first: 'PIECE=$(newsroom-cli mcp call content_by-slug \'{"slug":"rain-mcp"',
        read: (text) => {
          const { structuredContent } = JSON.parse(text) as { structuredContent: unknown };
          return structuredContent;
        },
        refused: (text) => {
          expect(text).toMatch(/refused with 1$/);
          expect(text).toContain('"code": "publish_readiness"');
        },
        lines: {
          publish: 'tool content_update $PIECE \'"status"',
          facts: 'tool content_run-review-action $PIECE \'"policyKey":"facts"',
          safety: 'tool content_run-review-action $PIECE \'"policyKey":"safety"',
          desk: 'tool content_run-review-action $PIECE \'"policyKey":"desk"',
          disclosed: 'tool content_run-review-action $PIECE \'"policyKey":"disclosed"',
          readiness: 'tool content_evaluate-review-profile',
          transparency: 'tool content_get-published-transparency-action',
          edit: 'tool content_update $PIECE \'"body":"On Monday',
          versions: 'tool content_list-versions',
          factsState: 'tool content_get-facts-state',
          drift: 'tool content_get-reference-drift',
          correction: 'tool content_issue-correction-action',
          jsonLd: 'tool content_transparency-json-ld',
          feed: 'newsroom-cli mcp call content_corrections-feed',
          piece: 'tool content_get $PIECE',
        },
      },
    };

    describe.each(Object.entries(ways))('%s', (_name, way) => {
      /** The output of the lines with this prefix, in order. */
      const texts = (name: keyof Story): string[] => {
        const from = lineOf(way.first);
        const found = [...outputs].filter(([index]) => {
          const line = lines[index] ?? '';
          const wanted = way.lines[name];
          return index > from && (typeof wanted === 'string' ? line.startsWith(wanted) : wanted.test(line));
        });
        return found.map(([, text]) => text);
      };
      const answers = (name: keyof Story): any[] => texts(name).map(way.read);

      it('refuses to publish an unreviewed piece, naming what is missing', () => {
        way.refused(texts('publish')[0] ?? '');
      });

      it('lets an AI flag a sentence and quote it, and accept the piece without it', () => {
        const [flagged, accepted] = answers('facts');
        const finding = { title: 'Hearsay', quote: 'Everybody says so.', start: 21, end: 39 };
        expect(flagged).toMatchObject({ status: 'flagged', reviewer: 'ai', model: 'reviewer-1', findings: [finding] });
        expect(accepted).toMatchObject({ status: 'accepted', findings: [] });
        expect(answers('safety')[0]).toMatchObject({ status: 'accepted', reviewer: 'ai' });
      });

      it('accepts the verdict of the signed-in user, and that of a rule', () => {
        expect(answers('desk')[0]).toMatchObject({ kind: 'human', status: 'accepted', reviewer: 'You', reviewerId: expect.any(String) });
        expect(answers('disclosed')[0]).toMatchObject({ kind: 'rule', status: 'accepted', reviewer: 'rules' });
      });

      it('publishes a ready piece, and freezes its state', () => {
        expect(answers('readiness')[0]).toMatchObject({ profileKey: 'publication', ready: true, complete: true, blockingRequirements: [] });
        expect(way.read(texts('publish')[1] ?? '')).toMatchObject({ status: 'published' });
        expect(answers('transparency')[0]).toMatchObject({
          snapshotKind: 'published',
          generation: { aiAssisted: false },
          facts: [{ statement: 'It rained on Monday.', supersededBy: null }],
          references: [{ citedVersion: 1, currentVersion: 1, isDrifted: false }],
          humanReview: { reviewer: 'You', policyKey: 'desk' },
          responsiblePerson: 'You',
          corrections: [],
          publicationVersion: { version: 1 },
        });
      });

      it('refuses an unreviewed edit, and saves one that was reviewed before', () => {
        const [refused, saved] = texts('edit');
        way.refused(refused ?? '');
        expect(way.read(saved ?? '')).toMatchObject({ body: 'On Monday it rained.', status: 'published' });
        expect(answers('versions')[0]).toMatchObject({ count: 2, items: [{ version: 2, kind: 'publication' }, { version: 1 }] });
      });

      it('says that a fact was superseded, and that a cited article moved on until the new version is acknowledged', () => {
        const state = answers('factsState')[0];
        expect(state).toMatchObject({ superseded: [{ factId: state.factIds[0] }], facts: [{ status: 'superseded' }] });
        const [drifted, acknowledged] = answers('drift').map((each) => each.items);
        expect(drifted).toMatchObject([{ citedVersion: 1, currentVersion: 2, isDrifted: true }]);
        expect(acknowledged).toMatchObject([{ citedVersion: 2, currentVersion: 2, isDrifted: false }]);
      });

      it('shows the correction to everybody, and leaves the text as it was', () => {
        expect(answers('correction')[0]).toMatchObject({ type: 'correction', summary: 'It rained on Tuesday.' });
        const corrected = answers('transparency')[1];
        expect(corrected).toMatchObject({
          corrections: [{ summary: 'It rained on Tuesday.' }],
          // The published text and its sources at that time are not rewritten.
          facts: [{ statement: 'It rained on Monday.', supersededBy: null }],
          publicationVersion: { version: 2 },
        });
        expect(answers('jsonLd')[0]).toMatchObject({
          '@type': 'NewsArticle',
          correction: [{ '@type': 'CorrectionComment', text: 'It rained on Tuesday.' }],
          accountablePerson: { name: 'You' },
          publishingPrinciples: PRINCIPLES,
          digitalSourceType: expect.stringContaining('DigitalArtDigitalSource'),
        });
        const piece = answers('piece')[0];
        expect(piece).toMatchObject({ body: 'On Monday it rained.', status: 'published' });
        expect(JSON.stringify(answers('feed')[0])).toContain(piece.id);
      });
    });

    it('serves the feed with its media type', async () => {
      for (const [path, type] of [
        ['corrections.json', 'application/feed+json; charset=utf-8'],
        ['corrections.atom', 'application/atom+xml; charset=utf-8'],
      ]) {
        const answer = await fetch(`${newsroom.url}/${path}`);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
        const text = await answer.text();
        expect(text.split('It rained on Tuesday.')).toHaveLength(4);
        expect(text).toContain(`${newsroom.url}/${path}`);
        const again = await fetch(`${newsroom.url}/${path}`, { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } });
        expect(again.status).toBe(304);
      }
    });

    it('asks the AI over its own wire, and tells its log neither key nor prompt', () => {
      expect(vendor.requests.map(({ path }) => path)).toEqual(Array(15).fill('/v1/chat/completions'));
      expect(vendor.requests[0]?.headers.authorization).toBe('Bearer sk-loopback');
      expect(newsroom.log()).not.toContain('sk-loopback');
      expect(newsroom.log()).not.toContain('Everybody says so');
    });
  });
});

/** The lines of the story, by prefix or pattern. */
type Story = Readonly<
  Record<
    | 'publish'
    | 'facts'
    | 'safety'
    | 'desk'
    | 'disclosed'
    | 'readiness'
    | 'transparency'
    | 'edit'
    | 'versions'
    | 'factsState'
    | 'drift'
    | 'correction'
    | 'jsonLd'
    | 'feed'
    | 'piece',
    string | RegExp
  >
>;
