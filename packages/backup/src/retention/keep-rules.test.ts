import { expect, it } from 'vitest';
import { expiredSnapshots, parseKeepRules } from './keep-rules.ts';

/** Ids of snapshots at these times. */
const at = (...times: string[]): string[] => times.map((time) => `${time}-00000000`);

it.each(['', '24', 'h', '0h', '24h,', '7 d', '-1d', '24h;7d', '99999h', '24h,7x'])('refuses the rule %j', (text) => {
  expect(() => parseKeepRules(text)).toThrow('such as 24h,7d,5w,12m,3y');
});

it('keeps the newest of each hour, day, week, month and year', () => {
  const ids = at(
    '20250101T000000Z',
    '20260101T000000Z',
    '20261001T080000Z',
    '20261115T100000Z',
    '20261121T080000Z',
    '20261122T100000Z',
    '20261122T103000Z',
    '20261123T100000Z',
    '20261124T100000Z',
    '20261124T103000Z',
  );
  const expired = (rules: string) => expiredSnapshots(ids, parseKeepRules(rules)).map((id) => id.slice(0, 13));
  expect(expired('1h')).toEqual(ids.slice(0, 7).map((id) => id.slice(0, 13)));
  expect(expired('5d')).toEqual(['20250101T0000', '20260101T0000', '20261001T0800', '20261122T1000']);
  // The 22nd was a Sunday, the 15th too.
  expect(expired('3w')).toEqual(['20250101T0000', '20260101T0000', '20261001T0800', '20261121T0800', '20261122T1000']);
  expect(expired('2m')).toEqual(['20250101T0000', '20260101T0000', '20261115T1000', '20261121T0800', '20261122T1000', '20261122T1030']);
  expect(expired('2y')).toEqual(['20260101T0000', '20261001T0800', '20261115T1000', '20261121T0800', '20261122T1000', '20261122T1030']);
  expect(expired('24h,7d,5w,12m,3y')).toEqual(['20261122T1000']);
});

it('never names the three newest', () => {
  const ids = at('20261124T100000Z', '20261124T100001Z', '20261124T100002Z');
  expect(expiredSnapshots(ids, parseKeepRules('1y'))).toEqual([]);
  expect(expiredSnapshots([], parseKeepRules('1y'))).toEqual([]);
});
