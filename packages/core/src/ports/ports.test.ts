import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors/errors.ts';
import { TestPorts } from '../testing/test-ports.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { port, Ports } from './ports.ts';

const greeting = port<string | undefined>('greeting', 'Hello');

describe('ports', () => {
  it('hold what an application provides, for each database apart', async () => {
    const [one, other] = [await openDatabase(':memory:'), await openDatabase(':memory:')];
    one.ports.provide(greeting, 'Good morning');
    expect([one, other].map(({ ports }) => ports.use(greeting))).toEqual(['Good morning', 'Hello']);
    expect([one, other].map(({ ports }) => ports.isProvided(greeting))).toEqual([true, false]);
    await Promise.all([one.close(), other.close()]);
  });

  it('can be given to a database when it is opened', async () => {
    const database = await openDatabase(':memory:', { ports: new Ports().provide(greeting, 'Good evening') });
    expect(database.ports.use(greeting)).toBe('Good evening');
    await database.close();
  });

  it('are provided once, even with undefined, and not after their first use', () => {
    const twice = new Ports().provide(greeting, undefined);
    expect(twice.use(greeting)).toBeUndefined();
    expect(() => twice.provide(greeting, 'late')).toThrow(
      new UsageError('The port greeting was provided already: provide it once, directly after openDatabase.'),
    );
    const used = new Ports();
    used.use(greeting);
    expect(() => used.provide(greeting, 'late')).toThrow('The port greeting was used before it was provided');
    expect(used.use(greeting)).toBe('Hello');
  });

  it('may be provided again only in tests that say so', () => {
    const ports = new TestPorts();
    ports.use(greeting);
    expect(ports.provide(greeting, 'first').provide(greeting, 'second').use(greeting)).toBe('second');
  });
});
