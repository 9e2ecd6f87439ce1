import { argv, stdin, stdout } from 'node:process';
import { openDatabase } from '../../storage/open/open-database.ts';
import { claims } from '../lane.ts';

// Takes claims in a separate process. `hold` keeps what it took until it is killed; `work` takes, notes and settles each until none is left.
const [, , url = '', name = '', how = 'hold'] = argv;
const database = await openDatabase(url);
const lane = claims(database, name, { lease: 2_000 });
if (how === 'hold') {
  const taken = await lane.take(10);
  stdout.write(`taken ${taken.map(({ id }) => id).join(' ')}\n`);
  setInterval(() => void lane.hold(taken), 100);
} else {
  stdout.write('ready\n');
  await new Promise((resolve) => stdin.once('data', resolve));
  for (;;) {
    const taken = await lane.take(7);
    if (taken.length === 0) break;
    await database.transaction(async () => {
      for (const { id } of await lane.settle(taken))
        await database.run({
          sql: database.dialect.name === 'sqlite' ? 'INSERT INTO done VALUES (?, ?)' : 'INSERT INTO done VALUES ($1, $2)',
          parameters: [id, String(process.pid)],
        });
    });
  }
  await database.close();
  stdout.write('ended\n');
  process.exit(0);
}
