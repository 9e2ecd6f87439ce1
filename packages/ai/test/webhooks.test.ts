import { createHmac } from 'node:crypto';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, type WebhookError } from '../src/webhooks.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes ok!').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret of thirty-two by!').toString('base64')}`;
const NOW = 1_795_000_000;
const body = JSON.stringify({ object: 'event', id: 'evt_1', type: 'batch.completed', created_at: NOW, data: { id: 'batch_1' } });

function sign(text: string, { secret = SECRET, id = 'wh_1', at = NOW } = {}): Record<string, string> {
  const digest = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${at}.${text}`)
    .digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${digest}` };
}
const options = { secret: SECRET, now: () => NOW * 1000 };
const refused = async (...values: Parameters<typeof verifyWebhook>): Promise<string> => {
  const error = await verifyWebhook(...values).then(
    () => undefined,
    (caught: unknown) => caught as WebhookError,
  );
  expect(String(error)).not.toContain('secret of thirty');
  return error?.code ?? 'accepted';
};

describe('a notification of a vendor', () => {
  it('that is signed is returned, however its headers are given', async () => {
    const expected = { id: 'wh_1', type: 'batch.completed', subjectId: 'batch_1', sentAt: new Date(NOW * 1000) };
    const headers = sign(body);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    for (const given of [headers, upper, new Headers(headers)]) {
      expect(await verifyWebhook(body, given, options)).toMatchObject(expected);
      expect(await verifyWebhook(new TextEncoder().encode(body), given, options)).toMatchObject(expected);
    }
  });

  it('is accepted as the vendor’s own package accepts it', async () => {
    const at = Math.floor(Date.now() / 1000);
    const headers = sign(body, { at });
    const client = new OpenAI({ apiKey: 'test-key', webhookSecret: SECRET });
    await expect(client.webhooks.unwrap(body, headers)).resolves.toMatchObject({ type: 'batch.completed' });
    await expect(verifyWebhook(body, headers, { secret: SECRET })).resolves.toMatchObject({ type: 'batch.completed' });
    await expect(client.webhooks.unwrap(`${body} `, headers)).rejects.toThrow();
    expect(await refused(`${body} `, headers, { secret: SECRET })).toBe('wrong_signature');
  });

  it.each([
    ['of another secret', sign(body, { secret: OTHER }), 'wrong_signature'],
    ['of another body', sign(`${body} `), 'wrong_signature'],
    ['of another id', { ...sign(body), 'webhook-id': 'wh_2' }, 'wrong_signature'],
    ['of another time', { ...sign(body), 'webhook-timestamp': String(NOW + 1) }, 'wrong_signature'],
    [
      'of another version',
      { ...sign(body), 'webhook-signature': sign(body)['webhook-signature']?.replace('v1,', 'v2,') ?? '' },
      'wrong_signature',
    ],
    ['that is empty', { ...sign(body), 'webhook-signature': '' }, 'malformed'],
    ['that is cut', { ...sign(body), 'webhook-signature': sign(body)['webhook-signature']?.slice(0, -4) ?? '' }, 'wrong_signature'],
    ['from five minutes and a second ago', sign(body, { at: NOW - 301 }), 'expired'],
    ['from the future', sign(body, { at: NOW + 301 }), 'expired'],
    ['with an odd time', sign(body, { at: 1e300 }), 'malformed'],
    ['with an odd id', sign(body, { id: 'a b\n' }), 'malformed'],
    ['without headers', {}, 'malformed'],
  ])('with a signature %s is refused', async (_name, headers, code) => {
    expect(await refused(body, headers, options)).toBe(code);
  });

  it('that is no object, or too large, is refused although it is signed', async () => {
    for (const text of ['[]', 'text', '"x"', `{"a":"${'x'.repeat(1024 * 1024)}"}`])
      expect(await refused(text, sign(text), options)).toBe('malformed');
    const invalid = new Uint8Array([0x7b, 0xff, 0x7d]);
    expect(await refused(invalid, sign('{}'), options)).toBe('wrong_signature');
  });

  it('may be signed with either secret while one replaces the other, and with several signatures', async () => {
    const both = { ...options, secret: [OTHER, SECRET] };
    expect(await refused(body, sign(body), both)).toBe('accepted');
    expect(await refused(body, sign(body, { secret: OTHER }), both)).toBe('accepted');
    const many = {
      ...sign(body),
      'webhook-signature': `v1a,abc ${sign(body, { secret: OTHER })['webhook-signature']} ${sign(body)['webhook-signature']}`,
    };
    expect(await refused(body, many, options)).toBe('accepted');
  });

  it('is acted on once if its ids are remembered', async () => {
    const seen = new Map<string, number>();
    const isNew = (id: string, expiresAt: number) => !seen.has(id) && seen.set(id, expiresAt).size > 0;
    expect(await refused(body, sign(body), { ...options, isNew })).toBe('accepted');
    expect(await refused(body, sign(body), { ...options, isNew })).toBe('repeated');
    expect(await refused(body, sign(body, { secret: OTHER, id: 'wh_9' }), { ...options, isNew })).toBe('wrong_signature');
    expect([...seen]).toEqual([['wh_1', (NOW + 600) * 1000]]);
  });

  it.each([[''], ['whsec_'], ['short'], [[]], [undefined]])(
    'cannot be verified with the secret %j, which is an error and not a pass',
    async (secret) => {
      expect(await refused(body, sign(body), { ...options, secret: secret as string })).toBe('not_configured');
    },
  );
});
