import { expect, it } from 'vitest';
import { fileFaults, fileRulesOf, isTakenType } from './file-rules.ts';

it('matches media types by pattern', () => {
  expect(isTakenType('image/png', ['image/*'])).toBe(true);
  expect(isTakenType('IMAGE/PNG', ['image/png'])).toBe(true);
  expect(isTakenType('imagery/png', ['image/*'])).toBe(false);
  expect(isTakenType('', ['image/*'])).toBe(false);
  expect(isTakenType('', [])).toBe(true);
  expect(isTakenType('text/plain', ['*/*'])).toBe(true);
});

it('reports all reasons why files would be rejected', () => {
  const rules = { maxFiles: 1, maxTotalBytes: 10, allowedMimePatterns: ['image/*'] };
  const files = [
    { name: 'a.png', type: 'image/png', size: 6 },
    { name: 'b.exe', type: 'application/x-msdownload', size: 6 },
  ];
  expect(fileFaults(files, rules).map(({ code }) => code)).toEqual(['too_many', 'too_large', 'wrong_type']);
  expect(fileFaults(files.slice(0, 1), rules)).toEqual([]);
});

it('reads the rules from the public and the stored form of a type', () => {
  const type = { key: 'letter', allowText: true, allowFiles: true, allowEmptyText: false };
  expect(fileRulesOf({ ...type, maxFiles: 2 }).maxFiles).toBe(2);
  expect(fileRulesOf({ ...type, intakeRules: { maxFiles: 3 } }).maxFiles).toBe(3);
  expect(fileRulesOf(type)).toEqual({ maxFiles: 10, maxTotalBytes: 50_000_000, allowedMimePatterns: [] });
});
