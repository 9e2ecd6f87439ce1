import { argv } from 'node:process';
import { openDatabase } from '@colophon/core';
import { Facts } from '../src/index.ts';

/** What the process that tests start is told: which fact to supersede, and after how many milliseconds. */
export interface Supersession {
  readonly factId: string;
  readonly after: number;
}

// A process of its own that supersedes facts, for the tests of publications that race it.
const database = await openDatabase(argv[2] ?? '');
const facts = new Facts(database);

process.on('message', ({ factId, after }: Supersession) => {
  setTimeout(() => {
    void facts
      .require(factId)
      .then((fact) => fact.supersede({ statement: 'Another one.' }))
      .then(() => process.send?.('done'));
  }, after);
});
process.on('disconnect', () => void database.close());
process.send?.('ready');
