import type { Client as FetchClient, ClientPathsWithMethod, MaybeOptionalInit, MethodResponse } from 'openapi-fetch';
import type { Intent } from './intent.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What a call takes beside what its operation declares. */
export interface CallOptions {
  /** The `rev` or ETag that the change is based on; 412 when the record has moved on. */
  readonly ifMatch?: number | string;
  /** Makes a POST safe to send twice. */
  readonly intent?: Intent;
  /** Asks for long work to be done in the background, where the operation offers that: it is then answered with a job. */
  readonly background?: boolean;
  /** Has a browser send it although its page is left meanwhile; browsers take 64 KB in all. */
  readonly keepalive?: boolean;
  /** Gives up. */
  readonly signal?: AbortSignal;
}

/** What of the operation's own declaration a caller gives; headers are the options above. */
type Declared<Init> = Pick<NonNullable<Init>, Extract<keyof NonNullable<Init>, 'params' | 'body'>>;

/** The addresses that take a method. */
export type PathOf<Paths extends object, M extends Method> = ClientPathsWithMethod<FetchClient<Paths>, M> & keyof Paths & string;

/** What an operation takes. */
type InitOf<Paths extends object, M extends Method, Path extends PathOf<Paths, M>> =
  Paths[Path] extends Readonly<Record<M, infer Operation>> ? MaybeOptionalInit<Record<M, Operation>, M> : never;

/** The options of one operation: optional where it requires nothing. */
export type Arguments<Paths extends object, M extends Method, Path extends PathOf<Paths, M>> =
  undefined extends InitOf<Paths, M, Path>
    ? readonly [options?: Declared<InitOf<Paths, M, Path>> & CallOptions]
    : readonly [options: Declared<InitOf<Paths, M, Path>> & CallOptions];

/** What an operation answers. */
export type ValueOf<Paths extends object, M extends Method, Path extends PathOf<Paths, M>> = MethodResponse<FetchClient<Paths>, M, Path>;

/** What the items of a list are. */
export type ItemOf<Value> = Value extends { readonly items: readonly (infer Item)[] } ? Item : never;
