import type { AccessRule } from '../callers/access.ts';
import type { Call } from '../callers/call.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What running an operation does: only reads, writes, or removes something that cannot be brought back. */
export type Effects = 'read' | 'write' | 'destructive';

/** A zod schema whose parsed value is this type, matched by shape so that the type check stays quick. */
export interface SchemaFor<Input> {
  readonly _zod: { readonly output: Input };
}

/** How a method is offered to the outside. */
export interface OperationOptions<Input = unknown> {
  /** Checks and shapes the input; without one the operation takes no input. */
  readonly input?: SchemaFor<Input>;
  /** What it answers, for OpenAPI and tool schemas; the result itself is not checked. */
  readonly output?: SchemaFor<unknown>;
  /** Default: POST. */
  readonly method?: HttpMethod;
  /** Path segments after the collection, or after the id; `{name}` is filled from the input. Default: the method's name in kebab-case. */
  readonly path?: readonly string[];
  /** Default: what the HTTP method says: GET reads, DELETE is destructive, the others write. */
  readonly effects?: Effects;
  /** Who may run it. Default: the object's `read` rule for reads, its `update` rule for the rest. */
  readonly access?: AccessRule;
  /** A sentence for whoever is refused, where the rule is more than a role: who may, and what to do instead. */
  readonly refusal?: string;
  readonly description?: string;
  /**
   * False when its answer holds a secret, which is shown once: the answer is not kept to be sent again, so an `Idempotency-Key`
   * is refused.
   */
  readonly replay?: boolean;
  /** It makes a record: REST answers 201. */
  readonly creates?: boolean;
  /** It answers a job that does the work: REST answers 202. */
  readonly accepts?: boolean;
  /** The media type of what it answers over HTTP, where it is a JSON of a kind of its own. Default: `application/json`. */
  readonly mediaType?: string;
  /** It may run in the background, as a job, for whoever prefers not to wait (`Prefer: respond-async`, RFC 7240). */
  readonly background?: boolean;
  /** It changes the record that it is run on: `If-Match` is honoured, or demanded when `required`. */
  readonly version?: 'optional' | 'required';
  /** Bytes that its request may take over REST, where that is more than the 1 MB of every other. */
  readonly bodyLimit?: number;
  /** False when it waits for something outside, an AI review for example: it then runs without a transaction around it. */
  readonly transaction?: boolean;
}

type MethodNames<T> = { [K in keyof T]: T[K] extends (input: never, call?: Call) => Promise<unknown> ? K : never }[keyof T];
type InputOfMethod<M> = M extends (...parameters: infer P) => unknown
  ? P extends []
    ? undefined
    : Exclude<P[0], Call | undefined>
  : never;

/**
 * The operations of a class, by method name: a name that is not a method, or a schema that does not fit its parameter,
 * does not compile.
 *
 * @example
 * static readonly operations: Operations<Example> = { publishAction: { input: PublishInput, path: ['publish'] } };
 * async publishAction(input: PublishInput): Promise<this> { return this.save(); }
 */
export type Operations<T> = { readonly [K in MethodNames<T>]?: OperationOptions<InputOfMethod<T[K]>> };
