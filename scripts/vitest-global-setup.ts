import { versions } from 'node:process';

/** Prints what this run stands on, so that a report of a failure carries it. */
export default function announce(): void {
  console.log(`Node ${versions.node}`);
}
