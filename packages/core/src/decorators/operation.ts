import type { Call } from '../callers/call.ts';
import type { OperationOptions } from '../registry/operation-options.ts';
import { addOperation } from './metadata.ts';

type Method<Input> = (input: Input, call?: Call) => Promise<unknown>;

/**
 * Exposes a method of a decorated class, or of a collection class. A schema that does not fit the method's parameter does not compile.
 *
 * @example
 * @operation({ input: PublishInput, path: ['publish'] })
 * async publish(input: PublishInput): Promise<this> { return this.save(); }
 */
export function operation<Input>(
  options: OperationOptions<Input> = {},
): (method: Method<Input>, context: ClassMethodDecoratorContext) => void {
  return (_, context) => addOperation(context.metadata, String(context.name), options);
}
