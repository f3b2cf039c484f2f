import { readSales } from './read-sales.ts';

export const saleJobs = { readSales };
