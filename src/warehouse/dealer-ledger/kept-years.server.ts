import { type SQL, sql } from 'drizzle-orm';
import { keptLonger, ledgerYears } from './duty.ts';

/** Retention of a line in years, by the rules of src/warehouse/dealer-ledger. */
export const keptYears = (category: SQL, priceYen: SQL): SQL => sql`
  case when ${category} = any(${sql.param(keptLonger.categories)}::text[]) and ${priceYen} > ${keptLonger.aboveYen}
    then ${keptLonger.years}::int else ${ledgerYears}::int end`;
