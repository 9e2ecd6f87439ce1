import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config/load-config.ts';
import { deliverMail } from './testing/deliver-mail.ts';
import { freePort, type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

describe('mail that comes in to a running Newsroom', () => {
  let newsroom: NewsroomProcess;
  let token: string;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    newsroom = await startNewsroom({
      NEWSROOM_SEED: 'none',
      INBOUND_DOMAIN: 'in.harbour.example',
      INBOUND_LISTEN: `lmtp://127.0.0.1:${port}`,
      INBOUND_AUTHSERV_ID: 'mx.harbour.example',
    });
    token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
    const type = {
      key: 'letter',
      inboundAddress: 'letters',
      allowedChannels: ['web', 'email'],
      promotion: { targetContentType: 'article', autoPromoteTrusted: true },
    };
    expect((await api('POST', '/content-contribution-types', type)).status).toBe(201);
  }, 60_000);
  afterAll(() => newsroom.dispose());

  async function api(method: string, path: string, body?: object): Promise<{ status: number; body: Record<string, any> }> {
    const response = await fetch(`${newsroom.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, any> };
  }

  const deliver = (recipient: string, lines: readonly string[]) => deliverMail(port, { recipient, mail: lines.join('\r\n') });

  const letter = (number: number, body: string): string[] => [
    'From: Ada Lund <ada@letters.example>',
    'Subject: The oak in our street',
    'Content-Type: text/plain',
    `Message-ID: <${number}@letters.example>`,
    '',
    body,
  ];

  it('arrives in the same inbox as forms, once however often it is delivered, and a reply finds its thread', async () => {
    expect(await deliver('nobody@in.harbour.example', letter(1, 'Hello.'))).toMatch(/^550/);
    for (const _ of [1, 2]) expect(await deliver('letters@in.harbour.example', letter(2, 'It is to be felled.'))).toMatch(/^250/);
    await api('POST', '/content-contributions/submit', { typeKey: 'letter', contributorEmail: 'bea@example.org', body: 'By form.' });
    const inbox = (await api('GET', '/content-contributions/inbox')).body['items'] as { id: string; channel: string }[];
    expect(inbox.map(({ channel }) => channel).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['email', 'web']);
    const { id } = inbox.find(({ channel }) => channel === 'email') ?? { id: '' };
    const { body: whole } = await api('GET', `/content-contributions/${id}`);
    expect(whole).toMatchObject({
      body: 'It is to be felled.',
      senderProof: 'none',
      replyAddress: expect.stringMatching(/^letters\+[\w-]{22}@in\.harbour\.example$/),
    });
    await api('POST', `/content-contributions/${id}/request-changes`, { editorNote: 'How old is it?' });
    // The sender is not authenticated: the mail is held back next to the contribution, and changes nothing.
    expect(await deliver(String(whole['replyAddress']), letter(3, 'It is 200 years old.'))).toMatch(/^250/);
    const answers = (await api('GET', '/content-contributions/inbox?statuses=quarantined')).body['items'] as object[];
    expect(answers).toMatchObject([{ metadata: { relatedTo: id }, intakeReasons: [{ code: 'reply_unproved' }] }]);
    expect((await api('GET', `/content-contributions/${id}`)).body).toMatchObject({ status: 'needs_changes', revisionCount: 1 });
    expect((await api('GET', '/content-inbound-mails')).body).toMatchObject({ count: 2 });
    expect(newsroom.log()).not.toMatch(/ada@letters|felled|200 years/);
  }, 60_000);
});

describe('settings of inbound mail', () => {
  const secret = { NEWSROOM_SECRET: 'x'.repeat(32) };

  it('are reported together if invalid', () => {
    expect(() => loadConfig({ ...secret, INBOUND_LISTEN: 'lmtp://127.0.0.1:2424' })).toThrow(/INBOUND_DOMAIN is required/);
    expect(() => loadConfig({ ...secret, INBOUND_DOMAIN: 'in.harbour.example' })).toThrow(/INBOUND_DOMAIN requires a way to receive mail/);
    expect(() => loadConfig({ ...secret, INBOUND_DOMAIN: 'x', INBOUND_LISTEN: 'pop3://x' })).toThrow(
      /INBOUND_DOMAIN must be[\s\S]*INBOUND_LISTEN must be/,
    );
    expect(loadConfig({ ...secret, INBOUND_DOMAIN: '' }).inbound).toBeUndefined();
  });
});
