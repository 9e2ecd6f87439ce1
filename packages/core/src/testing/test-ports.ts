import { type Port, Ports } from '../storage/ports.ts';

/** Ports that a test may provide again between its cases; `describeOnEveryDatabase` opens its databases with them. */
export class TestPorts extends Ports {
  override provide<T>(given: Port<T>, value: NoInfer<T>): this {
    this.values.delete(given);
    this.provided.delete(given);
    return super.provide(given, value);
  }
}
