import { type RunningServer, serveApplication } from '@colophon/app';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase, setDefaultDatabase } from '@colophon/core';
import { createToken } from '@colophon/identity';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config/load-config.ts';
import { newsroom } from './server/application.ts';
import { type FakeModel, startFakeModel } from './testing/fake-model.ts';
import { freePort } from './testing/newsroom-process.ts';
import { SIGNING_KEY } from './testing/signing-key.ts';

const OTHER_KEY =
  '{"kty":"OKP","crv":"Ed25519","d":"TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs","x":"PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw"}';

interface House {
  readonly url: string;
  readonly model: FakeModel;
  readonly server: RunningServer;
  readonly send: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Record<string, any> }>;
}

describe('two newsrooms in one process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'two-newsrooms-'));
  let harbour: House;
  let gazette: House;

  async function open(name: string, days: string, key: string): Promise<House> {
    const [model, port] = [await startFakeModel(), await freePort()];
    const config = loadConfig({
      ...model.settings,
      PORT: String(port),
      BASE_URL: `http://localhost:${port}`,
      DATABASE_URL: `sqlite:${join(folder, `${name}.sqlite`)}`,
      FILES_URL: `file:${join(folder, name)}`,
      NEWSROOM_SECRET: name.repeat(8),
      NEWSROOM_SIGNING_KEY: key,
      NEWSROOM_PUBLISHING_PRINCIPLES: `https://${name}.example/principles`,
      NEWSROOM_KEEP_TRASH_DAYS: days,
      NEWSROOM_SEED: 'none',
      LOG_LEVEL: 'silent',
    });
    const database: Database = await openDatabase(config.databaseUrl);
    const server = await serveApplication(newsroom, config, database, pino({ level: 'silent' }));
    const { token } = await createToken({ database, role: 'admin', tenantId: null, name: 'The desk' });
    const url = `http://127.0.0.1:${port}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', host: `localhost:${port}` };
    return {
      url,
      model,
      server,
      async send(method, path, body) {
        const answer = await fetch(`http://localhost:${port}/api/v1${path}`, {
          method,
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Record<string, any> };
      },
    };
  }

  beforeAll(async () => {
    harbour = await open('harbour', '1', SIGNING_KEY);
    gazette = await open('gazette', '60', OTHER_KEY);
  });
  afterAll(async () => {
    await Promise.all([harbour.server.stop(), gazette.server.stop(), harbour.model.stop(), gazette.model.stop()]);
    setDefaultDatabase(undefined);
    rmSync(folder, { recursive: true, force: true });
  });

  const both = <T>(ask: (house: House) => Promise<T>): Promise<T[]> => Promise.all([harbour, gazette].map(ask));
  const make = async ({ send }: House, values: object): Promise<string> =>
    String((await send('POST', '/contents', { type: 'article', body: 'It rained.', ...values })).body['id']);

  it('ask each its own AI', async () => {
    const keys = [await make(harbour, { title: 'The harbour' }), await make(gazette, { title: 'The gazette' })];
    const reviews = await both(({ send }) =>
      send('POST', `/contents/${send === harbour.send ? keys[0] : keys[1]}/reviews`, { policyKey: 'safety' }),
    );
    expect(reviews.map(({ status }) => status)).toEqual([201, 201]);
    expect([harbour.model.asked, gazette.model.asked]).toEqual([['The harbour'], ['The gazette']]);
  });

  it('accept each only its own cursors and challenges', async () => {
    const cursors: string[] = [];
    for (const house of [harbour, gazette]) {
      await make(house, { title: 'One more' });
      cursors.push(String((await house.send('GET', '/contents?limit=1&orderBy=id')).body['nextCursor']));
    }
    const next = ({ send }: House, cursor: string | undefined) => send('GET', `/contents?limit=1&orderBy=id&cursor=${cursor}`);
    expect((await next(harbour, cursors[0])).status).toBe(200);
    expect((await next(gazette, cursors[0])).body).toMatchObject({ status: 400, errors: [{ code: 'bad_cursor' }] });

    const type = { key: 'letter', label: 'Letters', promotion: { targetContentType: 'article' } };
    for (const { send } of [harbour, gazette]) expect((await send('POST', '/content-contribution-types', type)).status).toBe(201);
    const { url } = harbour;
    const challenge = (await (await fetch(`${url}/api/v1/content-contributions/challenge`)).json()) as { salt: string; bits: number };
    const letter = {
      typeKey: 'letter',
      title: 'The oak',
      body: 'It is old.',
      contributorEmail: 'ida@example.org',
      proof: solved(challenge),
    };
    const submit = async (house: House): Promise<[number, string | undefined]> => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${house.url}/api/v1/content-contributions/submit`, {
        method: 'POST',
        headers,
        body: JSON.stringify(letter),
      });
      return [answer.status, ((await answer.json()) as { code?: string }).code];
    };
    expect(await submit(gazette)).toEqual([422, 'proof_wrong']);
    expect((await submit(harbour))[0]).toBe(201);
  });

  it('keep what is deleted for as long as each says, and vouch each for itself', async () => {
    const kept = await both(async (house) => {
      const key = await make(house, { title: 'Not to be' });
      expect((await house.send('DELETE', `/contents/${key}`)).status).toBe(204);
      const [entry] = (await house.send('GET', '/content-trash')).body['items'] as { expiresAt: string; deletedAt?: string }[];
      return Math.round((Date.parse(entry?.expiresAt ?? '') - Date.now()) / 86_400_000);
    });
    expect(kept).toEqual([1, 60]);

    const vouched = await both(async (house) => {
      const shown = { contentType: 'article', transparencyEnabled: true };
      expect((await house.send('POST', '/content-governance-assignments', shown)).status).toBe(201);
      const key = await make(house, { title: 'Published', status: 'published' });
      const { body } = await house.send('GET', `/contents/${key}/transparency/json-ld`);
      const { keys } = (await (await fetch(`${house.url}/.well-known/jwks.json`)).json()) as { keys: { x: string }[] };
      return [body['publishingPrinciples'], keys.map(({ x }) => x)];
    });
    expect(vouched).toEqual([
      ['https://harbour.example/principles', [keyIn(SIGNING_KEY)]],
      ['https://gazette.example/principles', [keyIn(OTHER_KEY)]],
    ]);
  });
});

const keyIn = (key: string): string => (JSON.parse(key) as { x: string }).x;

/** Finds the nonce of a challenge, as a browser does. */
function solved(challenge: { salt: string; bits: number }): object {
  for (let nonce = 0; ; nonce += 1) {
    const hash = createHash('sha256').update(`${challenge.salt}.${nonce}`).digest();
    if (hash.readUInt32BE(0) >>> (32 - challenge.bits) === 0) return { ...challenge, nonce };
  }
}
