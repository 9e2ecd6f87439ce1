import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeCall } from '../callers/call.ts';
import type { JsonObject } from '../fields/json.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { where } from '../queries/filter.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import type { OperationOptions, Operations } from '../registry/operation-options.ts';
import { operationTable } from './operation-table.ts';
import { runOperation } from './run-operation.ts';

const NameInput = z.strictObject({ name: z.string(), expand: z.boolean().optional() });
type NameInput = z.infer<typeof NameInput>;

const filtersOf = ({ name }: NameInput) => [where('name', 'eq', name), where('alias', 'eq', name)];

class Place extends object(
  { name: text({ required: true }), alias: text(), type: text({ default: 'place' }) },
  { table: 'places', type: { field: 'type' }, api: true },
) {}
class Harbour extends Place.extend({}) {
  static readonly typeName = 'harbour';

  override toJSON(): JsonObject {
    return { ...super.toJSON(), name: 'withheld' };
  }
}
class Harbours extends collection(Harbour) {}
class Places extends collection(Place, { requires: () => [Harbours] }) {
  static readonly operations: Operations<Places> = { byName: { input: NameInput, method: 'GET', finds: filtersOf } };

  async byName({ name }: NameInput): Promise<Place | undefined> {
    const [own, other] = filtersOf({ name });
    return (await this.findMatching(own)) ?? this.findMatching(other);
  }
}
class OpenPlaces extends Places {
  override async byName({ name }: NameInput): Promise<Place | undefined> {
    return name === 'Closed' ? undefined : super.byName({ name });
  }
}
/** Declares the operations anew, with those that it inherited. */
class FewPlaces extends OpenPlaces {
  static override readonly operations: Operations<Places> = { ...Places.operations };
}

describeOnEveryDatabase('an operation that is answered by filters', (open) => {
  let database: Database;

  const run = (of: typeof Places, input: unknown) =>
    runOperation(operationTable([of]).operation('places.byName')!, { database, call: makeCall({}), input });

  beforeAll(async () => {
    database = await open();
    await applyMigrations(database, operationTable([Places]).schema);
    const places = new Places(database);
    for (const [name, alias, type] of [
      ['Quay', 'Q', 'place'],
      ['Bay', 'B', 'harbour'],
      ['Inlet', 'Bay', 'place'],
      ['Closed', 'C', 'place'],
    ] as const)
      await places.add({ name, alias, type });
  });

  it('returns the record that the method finds', async () => {
    for (const name of ['Quay', 'Q']) expect((await run(Places, { name })).value).toMatchObject({ name: 'Quay' });
    await expect(run(Places, { name: 'Nowhere' })).rejects.toMatchObject({ status: 404 });
  });

  it('returns what the class of the record presents itself, and no other record', async () => {
    expect((await run(Places, { name: 'Bay' })).value).toMatchObject({ name: 'withheld', alias: 'B' });
  });

  it('has an input of its own', async () => {
    expect((await run(Places, { name: 'Quay', expand: true })).value).toMatchObject({ name: 'Quay' });
  });

  it.each([OpenPlaces, FewPlaces])('calls the method of a subclass that overrides it: %o', async (of) => {
    await expect(run(of, { name: 'Closed' })).rejects.toMatchObject({ status: 404 });
    expect((await run(of, { name: 'Quay' })).value).toMatchObject({ name: 'Quay' });
  });
});

describe('filters that answer an operation', () => {
  const tableOf = (options: OperationOptions<NameInput>) => () => {
    class Boats extends Places {
      static override readonly operations: Operations<Places> = { byName: options };
    }
    return operationTable([Boats]);
  };

  it('are refused for a write, and for an operation on one record', () => {
    expect(tableOf({ input: NameInput, finds: filtersOf })).toThrow(/Place\.byName: finds is for reads of the collection only/);
    class Boat extends object({ name: text() }, { table: 'boats' }) {
      static readonly operations: Operations<Boat> = { look: { method: 'GET', finds: () => [where('name', 'null', false)] } };

      async look(): Promise<this> {
        return this;
      }
    }
    class Boats extends collection(Boat) {}
    expect(() => operationTable([Boats])).toThrow(/Boat\.look: finds is for reads of the collection only/);
  });
});
