import { readSales } from './read-sales.server.ts';

export const saleJobs = { readSales };
