import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { drawHeadlineCard } from '@colophon/pictures';
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

describe('mail that Newsroom cannot take as it is', () => {
  let newsroom: NewsroomProcess;
  let token: string;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    newsroom = await startNewsroom({
      NEWSROOM_SEED: 'none',
      INBOUND_DOMAIN: 'in.harbour.example',
      INBOUND_LISTEN: `lmtp://127.0.0.1:${port}`,
      INBOUND_MAILS_PER_SENDER: '6',
    });
    token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
    const headers = { ...authorization(), 'Content-Type': 'application/json' };
    const type = {
      key: 'letter',
      inboundAddress: 'letters',
      allowedChannels: ['email'],
      allowFiles: true,
      promotion: { targetContentType: 'article' },
    };
    const made = await fetch(`${newsroom.url}/api/v1/content-contribution-types`, { method: 'POST', headers, body: JSON.stringify(type) });
    expect(made.status).toBe(201);
  }, 60_000);
  afterAll(() => newsroom.dispose());

  const authorization = (): Record<string, string> => ({ Authorization: `Bearer ${token}` });
  const list = async (path: string): Promise<Record<string, any>[]> =>
    ((await (await fetch(`${newsroom.url}/api/v1/${path}`, { headers: authorization() })).json()) as { items: Record<string, any>[] })
      .items;
  const deliver = (mail: Uint8Array | string, from?: string) =>
    deliverMail(port, { recipient: 'letters@in.harbour.example', mail, ...(from === undefined ? {} : { from }) });

  it('is refused to its sender, or kept: an acknowledged mail is never lost', async () => {
    const from = 'From: Ada Lund <ada@letters.example>';
    const twice = (header: string, other = header): string => `${from}\r\n${header}\r\n${other}\r\n\r\nThe oak.\r\n`;
    expect(await deliver(twice('Subject: a', 'Subject: b'))).toMatch(/^550 .*headers/);
    expect(await deliver(twice('References: <a@x>', 'References: <b@x>'))).toMatch(/^550/);
    expect(await deliver('From: ada@letters.example, bea@letters.example\r\nSubject: x\r\n\r\nThe oak.\r\n')).toMatch(/^550 .*one author/);
    expect(await list('content-contributions')).toEqual([]);
    for (const header of ['References: <a@x>', 'Subject: a', 'Date: Tue, 17 Nov 2026 10:00:00 +0100'])
      expect(await deliver(twice(header))).toMatch(/^250/);
    expect(await list('content-contributions')).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: 'submitted', senderProof: 'none' })),
    );
  });

  it('keeps the files as they were sent, and the mail if its charset was guessed', async () => {
    const content = Buffer.from('one \r\n\n.two\rthree\t\n\r\n', 'latin1');
    const head = 'From: cy@letters.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nTroms\xf8\r\n';
    const part = '--b\r\nContent-Type: text/csv; name=t.csv\r\nContent-Transfer-Encoding: 8bit\r\n\r\n';
    const mail = Buffer.concat([Buffer.from(head + part, 'latin1'), content, Buffer.from('\r\n--b--\r\n')]);
    expect(await deliver(mail, 'cy@letters.example')).toMatch(/^250/);
    const [letter] = await list('content-contributions?status=quarantined');
    expect(letter).toMatchObject({ intakeReasons: [{ code: 'charset_unknown' }] });
    const whole = await fetch(`${newsroom.url}/api/v1/content-contributions/${letter?.['id']}`, { headers: authorization() });
    const { body, attachments } = (await whole.json()) as { body: string; attachments: Record<string, any>[] };
    expect(body.trim()).toBe('Tromsø');
    const stored: [unknown, Buffer][] = [];
    for (const { id, raw, sha256 } of attachments) {
      const response = await fetch(`${newsroom.url}/api/v1/content-contribution-attachments/${id}/file`, { headers: authorization() });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      stored.push([raw, bytes]);
    }
    expect(stored).toEqual([
      [false, content],
      [true, mail],
    ]);
  });

  it('records the size of pictures from their headers, however large they say they are', async () => {
    const { bytes } = await drawHeadlineCard({ title: 'An oak', width: 300, height: 200 });
    const { bytes: jpeg } = await drawHeadlineCard({ title: 'An oak', width: 240, height: 400, format: 'jpeg' });
    const png = Buffer.from(bytes);
    const huge = Buffer.from(png);
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
    const files = { 'a.png': png, 'b.png': huge, 'c.jpg': Buffer.from(jpeg), 'd.png': png.subarray(0, 20), 'e.txt': Buffer.from('x') };
    const parts = Object.entries(files).map(
      ([name, content]) =>
        `--b\r\nContent-Type: application/octet-stream; name=${name}\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}\r\n`,
    );
    const head = 'From: eve@letters.example\r\nSubject: sizes\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nThe oak.\r\n';
    expect(await deliver(`${head}${parts.join('')}--b--\r\n`, 'eve@letters.example')).toMatch(/^250/);
    const [letter] = await list('content-contributions?title=sizes');
    const rows = await list(`content-contribution-attachments?contributionId=${letter?.['id']}&orderBy=filename`);
    expect(rows.map(({ filename, width, height }) => [filename, width, height])).toEqual([
      ['a.png', 300, 200],
      ['b.png', 60_000, 60_000],
      ['c.jpg', 240, 400],
      ['d.png', null, null],
      ['e.txt', null, null],
    ]);
  });

  it('is deferred beyond the limit that is set, which is no error in the log', async () => {
    const reply = async (index: number) => deliver(`From: dee@letters.example\r\nX: ${index}\r\n\r\n${index}\r\n`, 'dee@letters.example');
    for (let index = 0; index < 6; index += 1) expect(await reply(index)).toMatch(/^250/);
    expect(await reply(6)).toMatch(/^451/);
    await expect.poll(() => newsroom.log()).toContain('inbound mail deferred');
    const lines = newsroom
      .log()
      .split('\n')
      .filter((line) => line.includes('inbound mail'));
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 40, code: 'too_many_attempts', status: 429 }]);
    expect(lines.join()).not.toMatch(/stack|dee@letters/);
  });
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
    expect(() => loadConfig({ ...secret, INBOUND_MAILS_PER_HOUR: '0' })).toThrow(/INBOUND_MAILS_PER_HOUR must be a number of mails/);
  });
});
