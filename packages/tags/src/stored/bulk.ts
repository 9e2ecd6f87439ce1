/** Maximum bytes of a request with many tags or aliases: enough for ten thousand of either. */
export const MAXIMUM_BULK_BODY = 10_000_000;

/** Maximum number of tags or aliases in one request. */
export const MAXIMUM_BULK = 10_000;
