import type { AccessRule } from '../objects/access.ts';
import type { Call } from '../callers/call.ts';
import type { Filter } from '../queries/filter.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The effect of an operation: it only reads, it writes, or it deletes something irreversibly. */
export type Effects = 'read' | 'write' | 'destructive';

/** A zod schema whose parsed value has this type, matched structurally so that type checking stays fast. */
export interface SchemaFor<Input> {
  readonly _zod: { readonly output: Input };
}

/** How a method is exposed. */
export interface OperationOptions<Input = unknown> {
  /** Validates the input; without it the operation takes no input. */
  readonly input?: SchemaFor<Input>;
  /** The schema of the result, for OpenAPI and tool schemas; the result itself is not validated. */
  readonly output?: SchemaFor<unknown>;
  /** Default: POST. */
  readonly method?: HttpMethod;
  /** Path segments after the collection, or after the id; `{name}` is filled from the input. Default: the method's name in kebab-case. */
  readonly path?: readonly string[];
  /** Default: by HTTP method: GET reads, DELETE is destructive, the others write. */
  readonly effects?: Effects;
  /** Who may run it. Default: the object's `read` rule for reads, its `update` rule for the rest. */
  readonly access?: AccessRule;
  /** A sentence for rejected callers, if the rule is more than a role: who is allowed, and what to do instead. */
  readonly refusal?: string;
  readonly description?: string;
  /**
   * False if the response contains a secret, which is shown once: the response is not stored, so an `Idempotency-Key` is rejected.
   */
  readonly replay?: boolean;
  /** It creates a record: REST answers 201. */
  readonly creates?: boolean;
  /** It returns a job that does the work: REST answers 202. */
  readonly accepts?: boolean;
  /** The media type of the HTTP response, if it is a specific JSON format. Default: `application/json`. */
  readonly mediaType?: string;
  /** It can run in the background as a job, if the caller prefers not to wait (`Prefer: respond-async`, RFC 7240). */
  readonly background?: boolean;
  /** It changes the record that it runs on: `If-Match` is checked, or mandatory if `required`. */
  readonly version?: 'optional' | 'required';
  /**
   * For a read of the collection that returns one record: the filters that find it, of which the first with a match counts. The record is
   * then read as surfaces return it; only if no filter matches, the method is called, which says so. A subclass that overrides the method
   * has no such filters: the method is called.
   */
  readonly finds?: ((input: Input, call: Call) => readonly Filter[]) | undefined;
  /**
   * An agent needs the approval of its person, although the operation neither destroys nor is for admins: it sends mail, for example, or
   * gives others access.
   */
  readonly needsApproval?: boolean;
  /** It fetches from other servers, or asks a model: agents are told that it reaches an open world. */
  readonly reachesNetwork?: boolean;
  /** Maximum number of bytes of its REST request, if more than the default of 1 MB. */
  readonly bodyLimit?: number;
  /** False if it waits for an external service, such as an AI review: it then runs without a surrounding transaction. */
  readonly transaction?: boolean;
}

type MethodNames<T> = { [K in keyof T]: T[K] extends (input: never, call?: Call) => unknown ? K : never }[keyof T];
type InputOfMethod<M> = M extends (...parameters: infer P) => unknown
  ? P extends []
    ? undefined
    : Exclude<P[0], Call | undefined>
  : never;

/**
 * The operations of a class, by method name: a name that is not a method, or a schema that does not fit its parameter,
 * does not compile, nor does a method that returns no promise.
 *
 * @example
 * static readonly operations: Operations<Example> = { publishAction: { input: PublishInput, path: ['publish'] } };
 * async publishAction(input: PublishInput): Promise<this> { return this.save(); }
 */
export type Operations<T> = {
  readonly [K in MethodNames<T>]?: T[K] extends (input: never, call?: Call) => Promise<unknown>
    ? OperationOptions<InputOfMethod<T[K]>>
    : // The text is what the compiler shows.
      `${K & string} must be async: an operation returns a promise`;
};
