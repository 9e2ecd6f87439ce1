import { openDatabase } from '@colophon/core';

// Another program: changes one row after another, and tells the longest time that one took since it was last asked.
const [, , url = '', rows = '1'] = process.argv;
const database = await openDatabase(url);
let longest = 0;
let writes = 0;
let going = true;
process.on('message', (message) => {
  if (message === 'stop') going = false;
  process.send?.({ longest, writes });
  [longest, writes] = [0, 0];
});
process.send?.('ready');
for (let at = 0; going; at = (at + 7919) % Number(rows)) {
  const started = performance.now();
  const id = `0190${(at + 1).toString(16).padStart(28, '0')}`;
  await database.run({ sql: `UPDATE dishes SET title = 'changed ${at}' WHERE id = '${id}'`, parameters: [] });
  longest = Math.max(longest, performance.now() - started);
  writes += 1;
  await new Promise((resolve) => setTimeout(resolve, 2));
}
await database.close();
process.disconnect();
