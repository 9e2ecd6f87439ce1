/** One handing-over of a job to a worker. */
export interface Delivery {
  readonly jobId: string;
  /** Names this very handing-over to the queue: whoever has an older one of the same job can end nothing with it. */
  readonly receipt: string;
}

/**
 * Delivers the ids of jobs to workers, each to one at a time, and again when the worker dies. The record of a job is its
 * row in `jobs`; a queue knows nothing of it but the id.
 */
export interface JobQueue {
  /** Keeps a job for delivery, in the ambient transaction. */
  put(jobId: string): Promise<void>;
  /** Takes what nobody has, and what somebody had who is lost; `limit` at most. */
  take(limit: number): Promise<Delivery[]>;
  /** Says that the holder lives. @returns those that it still holds; the others are someone else's by now */
  hold(deliveries: readonly Delivery[]): Promise<Delivery[]>;
  /** Ends a delivery, in the ambient transaction. @returns false when it is not held any more */
  remove(delivery: Delivery): Promise<boolean>;
  /** Lets another worker have it at once, in the ambient transaction. @returns false when it is not held any more */
  giveBack(delivery: Delivery): Promise<boolean>;
  /** Milliseconds between two signs of life that keep a delivery. */
  readonly holdEvery: number;
  close(): Promise<void>;
}
