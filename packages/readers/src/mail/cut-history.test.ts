import { describe, expect, it } from 'vitest';
import { cutHistory } from './cut-history.ts';

describe('the quoted history of a reply', () => {
  it.each([
    ['Yes, do.\n\nOn Tue, 17 Nov 2026 at 10:00, The Harbour <a@b.example> wrote:\n> Shall we?\n> Please say.\n', 'Yes, do.'],
    ['Yes, do.\n\nOn Tue, 17 Nov 2026 at 10:00,\nThe Harbour <letters@harbour.example>\nwrote:\n> Shall we?', 'Yes, do.'],
    ['Ja.\n\nAm 17.11.2026 um 10:00 schrieb Die Redaktion:\n> Sollen wir?', 'Ja.'],
    ['Oui.\n\nLe mar. 17 nov. 2026 à 10:00, Le Port a écrit :\n> Faut-il ?', 'Oui.'],
    ['Ja.\n\nDen tir. 17. nov. 2026 kl. 10:00 skrev Havna <a@b.example>:\n\n> Skal vi?', 'Ja.'],
    ['Yes.\n-----Original Message-----\nFrom: x\n\nShall we?', 'Yes.'],
    ['Yes.\n-- \nAda Lund\nHarbour Street 3', 'Yes.'],
    ['Yes.\n\n> Shall we?\n> Please say.\n\n', 'Yes.'],
    ['On Tue, 17 Nov 2026 X wrote:\n> Shall we?\n\nYes, and tomorrow.\n\n> And this?\n\nNo.', 'Yes, and tomorrow.\n\n> And this?\n\nNo.'],
    ['Yes.\n\nOn Tue, 17 Nov 2026 X wrote:\nShall we? (not marked as quoted)\nPlease say.', 'Yes.'],
  ])('is removed from %j', (text, expected) => expect(cutHistory(text)).toEqual({ text: expected, isCut: true }));

  it.each([
    'Nothing is quoted here.\n\nOn the quay nobody wrote: anything',
    '> All of it\n> is quoted: a forwarded letter',
    'First -- then --\n--- not a signature ---',
    '',
  ])('is not found in %j', (text) => expect(cutHistory(text)).toEqual({ text: text.trim(), isCut: false }));

  it.each([
    'On '.repeat(300_000),
    `${'> '.repeat(2000)}\n`.repeat(500),
    'On a wrote\n'.repeat(100_000),
    '\n'.repeat(1_000_000),
    `On ${' '.repeat(1_000_000)}x`,
  ])('is searched in linear time', (text) => {
    const began = performance.now();
    cutHistory(text);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
