/** Bytes of a request that brings many tags or aliases: as much as ten thousand of either take with room to spare. */
export const MAXIMUM_BULK_BODY = 10_000_000;

/** Tags or aliases in one request. */
export const MAXIMUM_BULK = 10_000;
