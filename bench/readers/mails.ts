import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MailReader } from '@colophon/readers';
import { median } from '../support/median.ts';
import { printTable } from '../support/table.ts';

// Mails parsed in one kept thread, so on one core: letters of 2 KB, letters with a picture of 200 KB, and the mails in the folder CORPORA.
const ROUNDS = 5;
const letter = (index: number): Buffer =>
  Buffer.from(
    [
      `From: Reader ${index} <reader${index}@letters.example>`,
      `Subject: =?utf-8?q?Letter_${index}_from_Troms=C3=B8?=`,
      `Message-ID: <${index}@letters.example>`,
      'Content-Type: multipart/alternative; boundary=b',
      '',
      `--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${'The crane stands there still, =C3=A6.=\r\n'.repeat(25)}`,
      `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>${'The crane stands there still.<br>'.repeat(25)}`,
      '--b--',
    ].join('\r\n'),
  );
const picture = Buffer.alloc(200_000, 'picture').toString('base64').replaceAll(/.{76}/g, '$&\r\n');
const withPicture = (index: number): Buffer =>
  Buffer.concat([
    Buffer.from(`From: reader${index}@letters.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHere it is.\r\n`),
    Buffer.from(`--b\r\nContent-Type: image/jpeg; name=crane.jpg\r\nContent-Transfer-Encoding: base64\r\n\r\n${picture}\r\n--b--\r\n`),
  ]);

const sets: [string, Buffer[]][] = [
  ['letters of 2 KB', Array.from({ length: 1000 }, (_, index) => letter(index))],
  ['letters with a picture of 200 KB', Array.from({ length: 100 }, (_, index) => withPicture(index))],
];
const corpora = process.env['CORPORA'];
if (corpora !== undefined && existsSync(corpora)) {
  const files = readdirSync(corpora, { recursive: true, encoding: 'utf8' }).filter((file) => /\.eml$|spam.*\.txt$/.test(file));
  sets.push([`${files.length} mails of CORPORA`, files.map((file) => readFileSync(join(corpora, file)))]);
}

const reader = new MailReader({ size: 1 });
const rows: (string | number)[][] = [];
for (const [name, mails] of sets) {
  const rates: number[] = [];
  let refused = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now();
    refused = 0;
    for await (const result of reader.readAll(mails)) if (result instanceof Error) refused += 1;
    if (round > 0) rates.push((mails.length * 1000) / (performance.now() - began));
  }
  rows.push([name, median(rates), String(refused)]);
}
await reader.close();
printTable(['Mails read in one kept thread', 'a second', 'refused'], rows);
