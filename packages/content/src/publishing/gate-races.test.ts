import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openDatabase } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { admin, type Newsroom, newsroomIn } from '../../test/support.ts';
import type { Supersession } from '../../test/supersede-facts.ts';
import { Contents } from '../content/contents.ts';
import { ContentReviews } from '../reviews/content-review.ts';
import type { Transparency } from '../transparency/transparency.ts';
import { ContentVersions } from '../versions/content-version.ts';

const RACES = 25;

describeOnEveryDatabase('a publication that others race', (open, dialect) => {
  let newsroom: Newsroom;
  let database: Database;
  let other: ChildProcess;

  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    const define = (what: string, input: object) => newsroom.run(`content-governance-${what}.create`, { as: admin(), input });
    const rules = [{ check: 'facts_current' }, { check: 'references_current' }];
    expect((await define('policies', { key: 'current', kind: 'rule', rules })).status).toBe(200);
    const requirements = ['current', 'safety'].map((policyKey) => ({ policyKey, blocking: true }));
    await define('profiles', { key: 'up-to-date', requirements });
    await define('assignments', {
      contentType: 'article',
      publicationProfileKey: 'up-to-date',
      enforcePublishReadiness: true,
      factLinkingEnabled: true,
    });
    other = fork(new URL('../../test/supersede-facts.ts', import.meta.url), [database.url], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(other, 'message');
  });
  afterAll(async () => {
    other.disconnect();
    await once(other, 'exit');
  });

  let serial = 0;
  const ready = async (): Promise<string> => {
    serial += 1;
    const made = await newsroom.run('contents.create', { input: { type: 'article', title: `Piece ${serial}`, body: 'It rained.' } });
    const key = String(made.value['id']);
    const accepted = await newsroom.run('contents.runReviewAction', { key, input: { policyKey: 'safety', status: 'accepted' } });
    expect(accepted.status).toBe(200);
    return key;
  };
  const publish = (key: string) => newsroom.run('contents.update', { key, input: { status: 'published' } });
  const frozen = async (contentId: string): Promise<Transparency | undefined> => {
    const version = await new ContentVersions(database).find({ contentId, kind: 'publication' });
    return (version?.metadata as { transparency?: Transparency } | undefined)?.transparency;
  };

  it('never freezes a fact that its gate would not have let through, whoever supersedes it meanwhile', async () => {
    const outcomes = { published: 0, refused: 0 };
    for (let race = 0; race < RACES; race += 1) {
      const key = await ready();
      const factId = String((await newsroom.run('facts.create', { input: { statement: 'It rained on Monday.' } })).value['id']);
      expect((await newsroom.run('contents.linkFact', { key, input: { factId } })).status).toBe(200);
      const superseded = once(other, 'message');
      other.send({ factId, after: race % 8 } satisfies Supersession);
      await delay(2);
      const { code } = await publish(key);
      await superseded;
      const account = await frozen(key);
      expect([undefined, 'publish_readiness']).toContain(code);
      outcomes[code === undefined ? 'published' : 'refused'] += 1;
      expect(account?.facts.map(({ status, supersededBy }) => ({ status, supersededBy }))).toEqual(
        code === undefined ? [{ status: 'active', supersededBy: null }] : undefined,
      );
    }
    expect(outcomes.published + outcomes.refused).toBe(RACES);
  }, 60_000);

  it('never freezes a drifted reference that its gate would not have let through, and two that cite each other do not block', async () => {
    for (let race = 0; race < RACES; race += 1) {
      const [one, two] = [await ready(), await ready()];
      for (const [key, targetId] of [
        [one, two],
        [two, one],
      ] as const) {
        await newsroom.run('contents.mutateVersionAction', { key: targetId });
        const reference = await newsroom.run('contents.attachReference', { key, input: { targetId, targetVersion: 1 } });
        expect(reference.status).toBe(200);
      }
      const results = await Promise.all([publish(one), publish(two)]);
      // The first to be published gets a new version, so that the other cites an old one.
      expect(results.map(({ code }) => code ?? '').toSorted()).toEqual(['', 'publish_readiness']);
      for (const key of [one, two]) expect((await frozen(key))?.references.every(({ isDrifted }) => !isDrifted) ?? true).toBe(true);
    }
  }, 60_000);

  it.runIf(dialect === 'postgres')('keeps a verdict waiting that is given between its gate and its end', async () => {
    const key = await ready();
    const elsewhere = await openDatabase(database.url);
    try {
      const rejecting = async (): Promise<unknown> => {
        const call = { caller: admin() };
        const content = await new Contents(elsewhere).require(key);
        return content.runReviewAction({ policyKey: 'safety', status: 'rejected' }, { ...content.call, ...call });
      };
      let verdict: Promise<unknown> | undefined;
      let wasFirst: boolean | undefined;
      const interrupted = interruptedAt(database, /^update "contents"/i, async () => {
        verdict ??= rejecting();
        wasFirst ??= await Promise.race([verdict.then(() => true), delay(500, false)]);
      });
      const content = await new Contents(interrupted).require(key);
      content.status = 'published';
      await content.save();
      await verdict;
      expect(wasFirst).toBe(false);
      const reviews = await new ContentReviews(database).list({ where: { contentId: key }, orderBy: 'sequence' });
      expect(reviews.map(({ status }) => status)).toEqual(['accepted', 'rejected']);
      expect((await frozen(key))?.reviews).toMatchObject([{ policyKey: 'safety', status: 'accepted' }]);
    } finally {
      await elsewhere.close();
    }
  });
});

/** The same database, with something done before each statement that changes rows and matches. */
function interruptedAt(database: Database, pattern: RegExp, work: () => Promise<void>): Database {
  return new Proxy(database, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]): Promise<unknown> => {
        if (name === 'run' && pattern.test((given[0] as { sql: string }).sql)) await work();
        return member.apply(target, given);
      };
    },
  });
}
