import { hash } from 'node:crypto';
import type { Call } from '../callers/call.ts';
import { ColophonError } from '../errors/colophon-error.ts';
import { ConflictError, UsageError, ValidationError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';
import { hasTable } from '../storage/migrations/has-table.ts';
import type { Answer } from './answer.ts';
import { IDEMPOTENCY_TABLE } from './framework-tables.ts';
import type { Operation } from './operation.ts';

interface KeyedRequest {
  readonly database: Database;
  readonly call: Call;
  readonly key?: string | undefined;
  readonly input?: unknown;
  readonly idempotencyKey?: string | undefined;
}

const KEPT_MS = 24 * 60 * 60 * 1000;
/** After this time, a request without a response is assumed to belong to a dead process. */
const RUNNING_MS = 15 * 60 * 1000;
const MAXIMUM_KEY_LENGTH = 255;

/**
 * Runs a write once per idempotency key of a caller: the first response is stored for 24 hours and returned for the same request; another
 * request with the same key is rejected. A failed request changed nothing and can be sent again.
 * (draft-ietf-httpapi-idempotency-key-header)
 */
export async function withIdempotency(operation: Operation, request: KeyedRequest, run: () => Promise<Answer>): Promise<Answer> {
  const { idempotencyKey, database, call } = request;
  if (idempotencyKey === undefined || operation.method !== 'POST') return run();
  if (!operation.replay) {
    throw new ValidationError('This operation does not accept an Idempotency-Key, because its response is shown once and not stored.', {
      code: 'idempotency_not_offered',
      hint: 'Send it without the key; before you send it again, check whether it already took effect.',
    });
  }
  if (
    idempotencyKey === '' ||
    idempotencyKey.length > MAXIMUM_KEY_LENGTH ||
    !idempotencyKey.isWellFormed() ||
    idempotencyKey.includes('\0')
  ) {
    throw new ValidationError(`Idempotency-Key must be 1 to ${MAXIMUM_KEY_LENGTH} characters.`, { code: 'idempotency_key' });
  }
  const { caller } = call;
  // Anonymous callers are distinguished by their address: they have nothing else.
  const who = caller.kind === 'anonymous' ? [caller.kind, call.address, caller.tenantId] : [caller.kind, caller.id, caller.tenantId];
  const stored = hash('sha256', JSON.stringify([...who, idempotencyKey]));
  const fingerprint = hash('sha256', JSON.stringify([operation.id, request.key ?? null, request.input ?? null]));
  const now = call.now();
  const earlier = await reserve(database, stored, fingerprint, now);
  if (earlier) return replay(earlier, fingerprint);
  try {
    const answer = await run();
    await keep(database, stored, answer);
    return answer;
  } catch (error) {
    // Inside a transaction the reservation is rolled back with it; otherwise it must be deleted.
    if (!database.inTransaction)
      await database.run(database.dialect.builder.deleteFrom(IDEMPOTENCY_TABLE).where('key', '=', stored).compile());
    throw error;
  }
}

interface Earlier {
  fingerprint: string;
  answer: string | null;
}

async function reserve(database: Database, key: string, fingerprint: string, now: Date): Promise<Earlier | undefined> {
  return database.transaction(async () => {
    await database.lock(`idempotency ${key}`);
    const { builder } = database.dialect;
    const oldest = database.dialect.encode('datetime', new Date(now.getTime() - KEPT_MS).toISOString());
    await database.run(builder.deleteFrom(IDEMPOTENCY_TABLE).where('created_at', '<', oldest).compile());
    const row = await database.first(
      builder.selectFrom(IDEMPOTENCY_TABLE).select(['fingerprint', 'answer', 'created_at']).where('key', '=', key).compile(),
    );
    const abandoned = row?.['answer'] === null && Date.parse(String(row['created_at'])) < now.getTime() - RUNNING_MS;
    if (row && !abandoned) return { fingerprint: String(row['fingerprint']), answer: row['answer'] as string | null };
    if (abandoned) await database.run(builder.deleteFrom(IDEMPOTENCY_TABLE).where('key', '=', key).compile());
    await database.run(
      builder.insertInto(IDEMPOTENCY_TABLE).values({ key, fingerprint, answer: null, created_at: now.toISOString() }).compile(),
    );
    return undefined;
  });
}

/** Replaces an erased response. */
const ERASED = '{"erased":true}';

/** Keys in one statement. */
const KEYS_AT_ONCE = 100;

/**
 * Erases the stored responses that mention any of these records, in the ambient transaction: code that erases a person's data erases it
 * here as well. The same request is then rejected, rather than executed again. Stored responses are scanned once per hundred keys, so pass
 * them all at once.
 */
export async function forgetAnswers(database: Database, ...keys: readonly string[]): Promise<void> {
  if (keys.some((key) => !/^[A-Za-z0-9-]{1,100}$/.test(key))) throw new UsageError('Stored responses are erased by the keys of records.');
  // A collection that is used on its own has no operations, and no stored responses.
  if (!(await hasTable(database, IDEMPOTENCY_TABLE))) return;
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
    const some = keys.slice(start, start + KEYS_AT_ONCE);
    const forgetting = database.dialect.builder
      .updateTable(IDEMPOTENCY_TABLE)
      .set({ answer: ERASED })
      .where((row) => row.or(some.map((key) => row('answer', 'like', `%${key}%`))));
    await database.run(forgetting.compile());
  }
}

function replay({ fingerprint, answer }: Earlier, expected: string): Answer {
  if (fingerprint !== expected) {
    throw new ValidationError('This Idempotency-Key was used for another request.', {
      code: 'idempotency_key_reused',
      hint: 'Use a new key for a new request.',
    });
  }
  if (answer === null)
    throw new ConflictError('The first request with this Idempotency-Key is still running.', { code: 'in_progress', retryable: true });
  if (answer === ERASED) throw new ColophonError(410, 'erased', 'The stored response to this request has been erased.');
  return { ...(JSON.parse(answer) as Answer), replayed: true };
}

function keep(database: Database, key: string, answer: Answer): Promise<number> {
  const query = database.dialect.builder
    .updateTable(IDEMPOTENCY_TABLE)
    .set({ answer: JSON.stringify(answer) })
    .where('key', '=', key);
  return database.run(query.compile());
}
