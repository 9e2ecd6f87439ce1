import { expect, it } from 'vitest';
import { redactSecrets, secretForms } from './redact.ts';

it.each([
  ['the shorter first', ['team', 'team-9x7']],
  ['the longer first', ['team-9x7', 'team']],
  ['the shorter at the end of the longer', ['9x7z', 'team-9x7z']],
])('blanks the longer of two overlapping secrets as a whole: %s', (_name, secrets) => {
  const longer = secrets.toSorted((a, b) => b.length - a.length)[0] ?? '';
  const safe = redactSecrets(`There is no access with ${longer} today.`, secretForms(secrets));
  expect(safe).toBe('There is no access with … today.');
});

it('blanks a secret and its form in an address, of which neither leaves a rest', () => {
  const forms = secretForms(['a b&c', 'a b']);
  expect(redactSecrets('https://vendor.example/?key=a%20b%26c', forms)).toBe('https://vendor.example/?key=…');
  expect(redactSecrets('The key a b&c is wrong.', forms)).toBe('The key … is wrong.');
});

it('does not look for a secret of three characters, which any text contains', () => {
  expect(redactSecrets('All is well.', secretForms(['All']))).toBe('All is well.');
});
