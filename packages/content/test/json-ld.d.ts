declare module 'jsonld' {
  interface Options {
    readonly safe?: boolean;
    readonly documentLoader: (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>;
  }
  export function expand(document: object, options: Options): Promise<Record<string, unknown>[]>;
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: ReadonlyMap<string, object>;
}
