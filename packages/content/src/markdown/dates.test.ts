import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDate } from './dates.ts';

describe('a date in front matter', () => {
  it.each([
    ['2014-03-12', '2014-03-12T00:00:00.000Z'],
    ['2014-03-12 ', '2014-03-12T00:00:00.000Z'],
    ['2024-12-5', '2024-12-05T00:00:00.000Z'],
    ['2014/03/12', '2014-03-12T00:00:00.000Z'],
    ['2015-09-21 16:52:00 -4', '2015-09-21T20:52:00.000Z'],
    ['2015-09-21 9:52:00 -4', '2015-09-21T13:52:00.000Z'],
    ['2015-09-21 16:52', '2015-09-21T16:52:00.000Z'],
    ['2017-05-01T12:00:00-04:00', '2017-05-01T16:00:00.000Z'],
    ['2017-05-01T12:00:00.123Z', '2017-05-01T12:00:00.123Z'],
    ['2017-05-01 12:00:00 -0430', '2017-05-01T16:30:00.000Z'],
    ['2017-05-01 12:00 EST', '2017-05-01T17:00:00.000Z'],
    ['2017-05-01 12:00 utc', '2017-05-01T12:00:00.000Z'],
    ['2017-05-01 12:30 am', '2017-05-01T00:30:00.000Z'],
    ['March 12, 2014', '2014-03-12T00:00:00.000Z'],
    ['Sept 3rd 2014', '2014-09-03T00:00:00.000Z'],
    ['12 Mar 2014', '2014-03-12T00:00:00.000Z'],
    ['Wed, 12 Mar 2014 10:00:00 -0400', '2014-03-12T14:00:00.000Z'],
    ['Friday, March 14, 2014 at 3:05 pm', '2014-03-14T15:05:00.000Z'],
    ['2012-02-29', '2012-02-29T00:00:00.000Z'],
  ])('%j is %s', (text, expected) => {
    expect(parseDate(text)).toBe(expected);
  });

  it.each([
    '',
    'soon',
    '2015-02-30',
    '2014-13-01',
    '2014-00-10',
    '2014-03-12 25:00',
    '2014-03-12 -4',
    '2014',
    '12/03/2014',
    'Marsh 12, 2014',
    '2014-03-12 10:00 XYZ',
    '2014-03-12 10:00 +99',
  ])('%j is invalid', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });

  it('is parsed back from every timestamp', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true }), (date) => {
        expect(parseDate(date.toISOString())).toBe(date.toISOString());
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseDate(text)));
  });
});
