import type { Client as FetchClient, ClientPathsWithMethod, MaybeOptionalInit, MethodResponse } from 'openapi-fetch';
import type { Intent } from './intent.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** An operation of which nothing is known: any parameters, any body, and a result to be checked. */
interface AnyOperation {
  readonly parameters: { readonly query?: Readonly<Record<string, unknown>>; readonly path?: Readonly<Record<string, unknown>> };
  readonly requestBody?: { readonly content: { readonly 'application/json': unknown } };
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': unknown } } };
}

/** The paths of a client that was created without types: every path with every method. */
export type AnyPaths = Readonly<Record<string, Readonly<Record<Method, AnyOperation>>>>;

/** The options of a call in addition to those declared by its operation. */
export interface CallOptions {
  /** The `rev` or ETag that the change is based on; 412 if the record has been changed since. */
  readonly ifMatch?: number | string;
  /** Makes a POST safe to send twice. */
  readonly intent?: Intent;
  /** Requests that long work is done in the background, if the operation supports it: the result is then a job. */
  readonly background?: boolean;
  /** Makes a browser send the request even if its page is closed meanwhile; browsers limit these to 64 KB in total. */
  readonly keepalive?: boolean;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** The options of a call before types are applied. */
export interface UntypedOptions extends CallOptions {
  readonly params?: { readonly path?: Readonly<Record<string, unknown>>; readonly query?: Readonly<Record<string, unknown>> };
  readonly body?: unknown;
}

/** The parameters declared by the operation; headers are set with the options above. */
type Declared<Init> = Pick<NonNullable<Init>, Extract<keyof NonNullable<Init>, 'params' | 'body'>>;

/** The paths that support a method. */
export type PathOf<Paths extends object, M extends Method> = ClientPathsWithMethod<FetchClient<Paths>, M> & keyof Paths & string;

/** The parameters of an operation. */
type InitOf<Paths extends object, M extends Method, Path extends PathOf<Paths, M>> =
  Paths[Path] extends Readonly<Record<M, infer Operation>> ? MaybeOptionalInit<Record<M, Operation>, M> : never;

/** The options of one operation: optional if it requires nothing. */
export type Arguments<Paths extends object, M extends Method, Path extends PathOf<Paths, M>> =
  undefined extends InitOf<Paths, M, Path>
    ? readonly [options?: Declared<InitOf<Paths, M, Path>> & CallOptions]
    : readonly [options: Declared<InitOf<Paths, M, Path>> & CallOptions];

/** The result of an operation; unknown without types. */
export type ValueOf<Paths extends object, M extends Method, Path extends PathOf<Paths, M>> = AnyPaths extends Paths
  ? unknown
  : MethodResponse<FetchClient<Paths>, M, Path>;

/** The type of the items of a list; unknown if the list is. */
export type ItemOf<Value> = unknown extends Value ? unknown : Value extends { readonly items: readonly (infer Item)[] } ? Item : never;
