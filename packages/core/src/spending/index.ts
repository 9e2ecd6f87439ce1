export { spendingPort, type SpendingPort } from './spending-port.ts';
export { spendingTables } from './spending-tables.ts';
