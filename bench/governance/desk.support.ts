import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations, AuditEntries, type Caller, type Database, makeCall, openDatabase, operationTable } from '@colophon/core';
import { type Content, ContentGovernanceAssignments, Contents, GOVERNED_COLLECTIONS } from '@colophon/content';
import { TagAliases, Tags } from '@colophon/tags';
import { median } from '../support/median.ts';

/** The fixtures of the governance benchmarks: a database with everything, and a user with all permissions. */
export interface Desk {
  readonly database: Database;
  readonly contents: Contents;
  /** The number of statements so far. */
  readonly asked: () => number;
  close(): Promise<void>;
}

const EDNA: Caller = { kind: 'user', id: 'edna', name: 'Edna', tenantId: null, role: 'admin' };
const call = makeCall({ caller: EDNA });
const BODY = 'The council met on Tuesday and agreed to publish what it spends. '.repeat(31);

/** Opens a desk where articles are governed, readiness is enforced and facts are linked; other types are plain. */
export async function openDesk(): Promise<Desk> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-governance-'));
  let asked = 0;
  const database = counting(await openDatabase(`sqlite:${join(folder, 'desk.sqlite')}`), () => (asked += 1));
  const table = operationTable([Contents, Tags, TagAliases, AuditEntries, ...GOVERNED_COLLECTIONS]);
  await applyMigrations(database, table.schema);
  await new ContentGovernanceAssignments(database, call).add({
    contentType: 'article',
    publicationProfileKey: 'publication',
    correctionProfileKey: 'correction',
    enforcePublishReadiness: true,
    factLinkingEnabled: true,
    transparencyEnabled: true,
  });
  return {
    database,
    contents: new Contents(database, call),
    asked: () => asked,
    async close() {
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

let serial = 0;

/** Stores a draft of 2 KB. */
export function draft({ contents }: Desk, type: string): Promise<Content> {
  serial += 1;
  return contents.add({ type, title: `Piece ${serial}`, body: BODY, authors: ['Ada'], metadata: { generation: { aiAssisted: false } } });
}

/** Records that a user accepts a piece under both policies of its profile, `times` times. */
export async function accept(content: Content, times = 1): Promise<void> {
  for (let each = 0; each < times; each += 1) {
    for (const policyKey of ['facts', 'safety']) await content.runReviewAction({ policyKey, status: 'accepted' }, call);
  }
}

/** The work to measure: the result of the unmeasured preparation is passed to the run. */
export interface Timed<Subject> {
  readonly prepare: () => Promise<Subject> | Subject;
  readonly run: (subject: Subject) => Promise<unknown>;
}

const ROUNDS = 7;

/**
 * The median of rounds in milliseconds per call, after one that warms up. The alternatives take turns call by call, so that noise of the
 * machine affects all equally.
 */
export async function timed<Name extends string, Subject>(
  alternatives: Record<Name, Timed<Subject>>,
  calls: number,
): Promise<Record<Name, number>> {
  const entries = Object.entries(alternatives) as [Name, Timed<Subject>][];
  const taken = new Map(entries.map(([name]) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    const spent = new Map(entries.map(([name]) => [name, [] as number[]]));
    for (let each = 0; each < calls; each += 1) {
      for (const [name, { prepare, run }] of entries) {
        const subject = await prepare();
        const began = performance.now();
        await run(subject);
        spent.get(name)?.push(performance.now() - began);
      }
    }
    if (round > 0) for (const [name, times] of spent) taken.get(name)?.push(median(times));
  }
  return Object.fromEntries([...taken].map(([name, times]) => [name, median(times)])) as Record<Name, number>;
}

/** The number of statements of some work. */
export async function statementsOf(desk: Desk, work: () => Promise<unknown>): Promise<number> {
  const before = desk.asked();
  await work();
  return desk.asked() - before;
}

function counting(database: Database, count: () => void): Database {
  return new Proxy(database, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        if (name === 'all' || name === 'first' || name === 'run') count();
        return member.apply(target, given);
      };
    },
  });
}
