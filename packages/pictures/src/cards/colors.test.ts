import { describe, expect, it } from 'vitest';
import { contrastOf, readableColor, readColor, textColorOn } from './colors.ts';

describe('colours', () => {
  it('must be hexadecimal', () => {
    expect([readColor('#ABC', 'brandColor'), readColor('#3b82f6', 'brandColor')]).toEqual(['#aabbcc', '#3b82f6']);
    for (const value of ['red', 'red;url(x)', '#ffff', '#12345678', 'rgb(0,0,0)', '#ggg', '#fff\n', '', null, 0, {}]) {
      expect(() => readColor(value, 'brandColor')).toThrow(expect.objectContaining({ code: 'options', field: 'brandColor' }));
    }
  });

  it('have the contrast defined by WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it('keep every text readable on any background', () => {
    for (let value = 0; value < 0x1000; value += 1) {
      const background = readColor(`#${value.toString(16).padStart(3, '0')}`, 'backgroundColor');
      expect(contrastOf(textColorOn(background), background)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(readableColor('#3b82f6', background), background)).toBeGreaterThanOrEqual(4.5);
    }
    expect(readableColor('#fde047', '#ffffff')).toBe('#111827');
    expect(readableColor('#b91c1c', '#ffffff')).toBe('#b91c1c');
  });
});
