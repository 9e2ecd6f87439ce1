import { openDatabase } from '@colophon/core';
import { verifyAudit } from '@colophon/core/audit';

// A process of its own, so that its memory is that of the check: the address of the database is its argument.
const database = await openDatabase(process.argv[2] ?? '');
const began = performance.now();
const { entries, faults } = await verifyAudit(database);
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
await database.close();
console.log(
  `checking ${entries} entries ${((performance.now() - began) / 1000).toFixed(1)} s, of them ${((userCPUTime + systemCPUTime) / 1e6).toFixed(1)} s of the processor, ${faults.length} faults, ${Math.round(maxRSS / 1024)} MB at most`,
);
