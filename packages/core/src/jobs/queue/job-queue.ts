/** One delivery of a job to a worker. */
export interface Delivery {
  readonly jobId: string;
  /** Identifies this delivery to the queue: a holder of an earlier delivery of the same job cannot end anything with it. */
  readonly receipt: string;
}

/**
 * Delivers the ids of jobs to workers, each to one at a time, and again if the worker dies. The record of a job is its row in `jobs`; a
 * queue only knows its id.
 */
export interface JobQueue {
  /** Enqueues a job, in the ambient transaction. */
  put(jobId: string): Promise<void>;
  /** Takes free deliveries and those of lost workers; at most `limit`. */
  take(limit: number): Promise<Delivery[]>;
  /** Sends a heartbeat. @returns the deliveries that the worker still holds; the others were taken over */
  hold(deliveries: readonly Delivery[]): Promise<Delivery[]>;
  /** Ends a delivery, in the ambient transaction. @returns false if it is no longer held */
  remove(delivery: Delivery): Promise<boolean>;
  /** Returns a delivery to the queue immediately, in the ambient transaction. @returns false if it is no longer held */
  giveBack(delivery: Delivery): Promise<boolean>;
  /** Enqueues open jobs that are not in the queue, after an upgrade or a restore, if the queue can tell. */
  adopt?(): Promise<void>;
  /** Milliseconds between two heartbeats that keep a delivery. */
  readonly holdEvery: number;
  close(): Promise<void>;
}
