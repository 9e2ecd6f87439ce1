import type { Client as FetchClient, ClientPathsWithMethod, MaybeOptionalInit, MethodResponse } from 'openapi-fetch';
import type { Intent } from './intent.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

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

/** The result of an operation. */
export type ValueOf<Paths extends object, M extends Method, Path extends PathOf<Paths, M>> = MethodResponse<FetchClient<Paths>, M, Path>;

/** The type of the items of a list. */
export type ItemOf<Value> = Value extends { readonly items: readonly (infer Item)[] } ? Item : never;
