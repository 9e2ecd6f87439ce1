import { AuditEntries, makeCall } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { totpCode } from '../../testing/totp-code.ts';
import { makeWorld, TestClock, type World } from '../../testing/world.ts';
import { currentEpoch, endAccess } from '../../users/end-access.ts';
import { ensureUser } from '../../users/ensure-user.ts';
import { factorsOf } from '../../users/factors/factors-of.ts';
import { RecoveryCodes } from '../../users/factors/recovery-code.ts';
import { resetFactors } from '../../users/factors/reset-factors.ts';
import { TotpSecrets } from '../../users/factors/totp-secret.ts';
import { beginEnrolment, confirmEnrolment, endEnrolment, renewRecoveryCodes } from './enrol.ts';
import { proveSecondFactor } from './prove.ts';
import { factorKey, seal, unseal } from './seal.ts';

const key = factorKey('a secret of the tests, long enough to be one');

describeOnEveryDatabase('the second factor', (open) => {
  let world: World;
  let userId: string;
  let secret: string;
  let count = 0;
  const clock = new TestClock();
  beforeAll(async () => {
    world = await makeWorld(await open());
  });
  /** A separate user for each test. */
  beforeEach(async () => {
    count += 1;
    clock.advance(3600);
    userId = (await ensureUser(world.database, { email: `eve-${count}@news.example`, name: 'Eve' })).id;
  });

  const call = () =>
    makeCall({ caller: { kind: 'user', id: userId, name: 'Eve', tenantId: null, role: null }, operation: 'second_factor', now: clock.now });
  const proof = (code: string) => ({ userId, code, key, call: call() });
  const inEpoch = async (code: string) => ({ ...proof(code), accessEpoch: (await currentEpoch(world.database, userId)) ?? -1 });
  const prove = (code: string) => proveSecondFactor(world.database, proof(code), noAction);
  const noAction = async (): Promise<void> => undefined;
  const code = (steps = 0) => totpCode(secret, clock.now(), steps);
  async function begin(): Promise<void> {
    ({ secret } = await beginEnrolment(world.database, { ...proof(''), issuer: 'Newsroom', account: 'eve@news.example' }));
  }
  /** Sets up an app, and waits until its next code. */
  async function enrol(): Promise<readonly string[]> {
    await begin();
    const { recoveryCodes } = await confirmEnrolment(world.database, await inEpoch(code()));
    clock.advance(60);
    return recoveryCodes;
  }

  it('is an app with a shared secret of 160 bits, and takes effect after one of its codes', async () => {
    const enrolment = await beginEnrolment(world.database, { ...proof(''), issuer: 'Newsroom', account: 'eve@news.example' });
    expect(enrolment.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(enrolment.uri).toMatch(
      /^otpauth:\/\/totp\/Newsroom:eve%40news\.example\?issuer=Newsroom&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
    );
    ({ secret } = enrolment);
    await expect(prove(code())).rejects.toMatchObject({ status: 401, code: 'wrong_code' });
    expect(await factorsOf(world.database, userId)).toEqual({ totpSince: null, recoveryCodesLeft: 0, passkeys: 0, isRequired: false });
    await expect(confirmEnrolment(world.database, await inEpoch('000000'))).rejects.toMatchObject({
      code: 'wrong_code',
      hint: expect.not.stringContaining('recovery code'),
    });
    await confirmEnrolment(world.database, await inEpoch(code()));
    expect(await factorsOf(world.database, userId)).toEqual({
      totpSince: clock.now().toISOString(),
      recoveryCodesLeft: 10,
      passkeys: 0,
      isRequired: false,
    });
  });

  it('ends earlier sessions when it is set up, and is not set up by a session that ended meanwhile', async () => {
    await begin();
    const confirmation = await inEpoch(code());
    await endAccess(world.database, userId);
    await expect(confirmEnrolment(world.database, confirmation)).rejects.toMatchObject({ status: 409 });
    expect((await factorsOf(world.database, userId)).totpSince).toBeNull();
    const { user } = await confirmEnrolment(world.database, await inEpoch(code()));
    expect(user.accessEpoch).toBe(confirmation.accessEpoch + 2);
    await expect(begin()).rejects.toMatchObject({ status: 409, code: 'second_factor_set' });
  });

  it('accepts codes of the current, previous and next time step only', async () => {
    await enrol();
    for (const steps of [-2, 2]) await expect(prove(code(steps))).rejects.toMatchObject({ code: 'wrong_code' });
    for (const steps of [-1, 0, 1]) await prove(code(steps));
  });

  it('accepts no code twice, nor one of an earlier step', async () => {
    await enrol();
    await prove(code());
    await expect(prove(code())).rejects.toMatchObject({ code: 'wrong_code' });
    await expect(prove(code(-1))).rejects.toMatchObject({ code: 'wrong_code' });
  });

  it('accepts a right code once in twenty concurrent attempts', async () => {
    await enrol();
    const right = code();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => prove(right)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    // Submitting a form twice does not count as a guess.
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : []));
    expect(new Set(codes)).toEqual(new Set(['wrong_code']));
    clock.advance(30);
    await prove(code());
  });

  it('evaluates five of twenty concurrent wrong codes, and blocks right ones for ten minutes', async () => {
    await enrol();
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => prove(String(index).padStart(6, '0'))));
    const codes = results.map((result) => (result.status === 'rejected' ? (result.reason as { code: string }).code : 'right'));
    expect(codes.filter((each) => each === 'wrong_code')).toHaveLength(5);
    expect(codes.filter((each) => each === 'too_many_attempts')).toHaveLength(15);
    await expect(prove(code())).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '600' } });
    clock.advance(601);
    await prove(code());
  });

  it('accepts each recovery code once, in any spelling, also if sent concurrently', async () => {
    const [first = '', second = '', third = ''] = await enrol();
    expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){5}$/);
    await prove(` ${first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'L')} `);
    await expect(prove(first)).rejects.toMatchObject({ code: 'wrong_code' });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => prove(second)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await factorsOf(world.database, userId)).recoveryCodesLeft).toBe(8);
    clock.advance(601);
    const fresh = await renewRecoveryCodes(world.database, await inEpoch(code()));
    expect(fresh).toHaveLength(10);
    await expect(prove(third)).rejects.toMatchObject({ code: 'wrong_code' });
    await prove(fresh[0] ?? '');
  });

  it('accepts a recovery code of the owner after an attacker elsewhere used up attempts', async () => {
    const [ownCode = ''] = await enrol();
    const from = (address: string, sent: string) =>
      proveSecondFactor(world.database, { ...proof(sent), call: { ...call(), address } }, noAction);
    await Promise.allSettled(Array.from({ length: 10 }, () => from('192.0.2.66', '000000')));
    const wrong = await Promise.allSettled(Array.from({ length: 25 }, (_, index) => from('192.0.2.66', `no-such-code-${index}`)));
    expect(wrong.filter((each) => each.status === 'rejected' && (each.reason as { status: number }).status === 429)).toHaveLength(5);
    await expect(from('198.51.100.7', code())).rejects.toMatchObject({ status: 429 });
    await from('198.51.100.7', ownCode);
  });

  it('is used up only if the action succeeds', async () => {
    const [first = '', second = ''] = await enrol();
    const ended = await inEpoch(first);
    await endAccess(world.database, userId);
    await expect(renewRecoveryCodes(world.database, ended)).rejects.toMatchObject({ status: 409 });
    await expect(endEnrolment(world.database, { ...ended, code: code() })).rejects.toMatchObject({ status: 409 });
    const down = () => Promise.reject(new Error('the database is down'));
    for (const each of [second, code()]) await expect(proveSecondFactor(world.database, proof(each), down)).rejects.toThrow('is down');
    expect((await factorsOf(world.database, userId)).recoveryCodesLeft).toBe(10);
    for (const each of [first, second, code()]) await prove(each);
  });

  it('rejects the recovery code of another user', async () => {
    const [otherCode = ''] = await enrol();
    const { id } = await ensureUser(world.database, { email: `mallory-${count}@news.example` });
    await expect(proveSecondFactor(world.database, { ...proof(otherCode), userId: id }, noAction)).rejects.toMatchObject({
      code: 'wrong_code',
    });
  });

  it('is removed with a code or by an administrator, which ends all access', async () => {
    await enrol();
    const before = (await currentEpoch(world.database, userId)) ?? -1;
    await expect(endEnrolment(world.database, await inEpoch('000000'))).rejects.toMatchObject({ code: 'wrong_code' });
    await endEnrolment(world.database, await inEpoch(code()));
    expect(await factorsOf(world.database, userId)).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 });
    await enrol();
    await resetFactors(world.database, userId);
    expect(await factorsOf(world.database, userId)).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 });
    expect(await currentEpoch(world.database, userId)).toBe(before + 3);
  });

  it('is in the audit log, without secrets and codes', async () => {
    const recoveryCodes = await enrol();
    await prove(code());
    await prove(recoveryCodes[0] ?? '');
    const entries = await new AuditEntries(world.database).list({ where: { callerId: userId }, limit: 200 });
    const done = entries.map(({ objectType, action }) => `${objectType} ${action}`);
    expect(done).toEqual(
      expect.arrayContaining([
        'totp_secrets create',
        'totp_secrets update',
        'recovery_codes create',
        'recovery_codes update',
        'users update',
      ]),
    );
    const [stored] = await new TotpSecrets(world.database).list({ where: { userId } });
    const hashes = (await new RecoveryCodes(world.database).list({ where: { userId } })).map(({ hash }) => hash);
    const text = JSON.stringify(entries);
    for (const hidden of [secret, stored?.sealed ?? 'sealed', ...recoveryCodes, ...hashes]) expect(text).not.toContain(hidden);
    expect(stored?.sealed).not.toContain(secret);
  });

  it('cannot be decrypted with another application secret; recovery codes still work', async () => {
    const [recovery = ''] = await enrol();
    const otherKey = factorKey('another secret of the tests, long enough');
    await expect(proveSecondFactor(world.database, { ...proof(code()), key: otherKey }, noAction)).rejects.toMatchObject({
      status: 503,
      hint: expect.stringContaining('recovery code'),
    });
    await proveSecondFactor(world.database, { ...proof(recovery), key: otherKey }, noAction);
  });
});

it('encrypts for one user, and detects every change', () => {
  const sealed = seal(key, Buffer.from('twenty bytes of noise'), 'ada');
  expect(Buffer.from(unseal(key, sealed, 'ada')).toString()).toBe('twenty bytes of noise');
  expect(() => unseal(key, sealed, 'bob')).toThrow('cannot be decrypted');
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal(key, `v1.${changed.toString('base64url')}`, 'ada')).toThrow('cannot be decrypted');
  }
  for (const broken of ['', 'v1.', 'v2.AAAA', sealed.slice(0, -4)]) expect(() => unseal(key, broken, 'ada')).toThrow('cannot be decrypted');
});
