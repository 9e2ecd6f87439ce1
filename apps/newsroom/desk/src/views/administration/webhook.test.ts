import { describe, expect, it } from 'vitest';
import { nextLookAt, outcomeOf, type Webhook, type WebhookDelivery } from './webhook.ts';

const delivery: WebhookDelivery = {
  id: '1',
  webhookId: '2',
  kind: 'content.published',
  occurredAt: '2026-11-23T10:00:00Z',
  status: 'waiting',
  attempt: 1,
  nextAttemptAt: null,
  httpStatus: null,
  ms: null,
  error: null,
};

describe('pending deliveries', () => {
  const now = Date.parse('2026-11-23T10:00:00Z');
  const webhook = { id: '2', enabled: true } as Webhook;
  it.each([
    ['soon before their first attempt', {}, 5_000],
    ['soon if they are due within a minute', { nextAttemptAt: '2026-11-23T10:00:30Z' }, 5_000],
    ['rarely if they are due later', { nextAttemptAt: '2026-11-23T12:00:00Z' }, 30_000],
    ['no more once they are delivered', { status: 'delivered' }, null],
    ['no more once they have failed', { status: 'failed' }, null],
  ] as const)('are looked at again %s', (_when, changes, expected) => {
    expect(
      nextLookAt(
        [
          { ...delivery, status: 'failed' },
          { ...delivery, ...changes },
        ],
        [webhook],
        now,
      ),
    ).toBe(expected);
  });

  it('are not looked at again while their webhook is disabled', () => {
    expect(nextLookAt([delivery], [{ ...webhook, enabled: false }], now)).toBeNull();
    expect(nextLookAt([], [webhook], now)).toBeNull();
  });
});

describe('the outcome of a delivery', () => {
  it.each([
    [{ ms: 15_006 }, 'not sent yet'],
    [{ httpStatus: 204, ms: 12 }, 'HTTP 204 after 12 ms'],
    [{ httpStatus: 302, ms: 3, attempt: 2 }, 'HTTP 302 (redirects are not followed: use the final URL) after 3 ms, attempt 2'],
    [{ error: 'fetch_timeout: total', ms: 15_006 }, 'no response in time after 15006 ms'],
    [{ error: 'fetch_failed: connect' }, 'no connection to the host'],
    [{ error: 'address_refused: network' }, 'the URL is not public: change it, or allow its host with OUTBOUND_HOSTS'],
    [{ error: 'bad_encoding' }, 'bad encoding'],
  ])('%o reads %s', (given, text) => {
    expect(outcomeOf({ ...delivery, ...given })).toBe(text);
  });
});
