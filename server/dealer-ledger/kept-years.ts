import { type SQL, sql } from 'drizzle-orm';
import { keptLonger, ledgerYears } from '#domain/dealer-ledger/duty.ts';

/** For how many years a line is kept, as domain/dealer-ledger has it. */
export const keptYears = (category: SQL, priceYen: SQL): SQL => sql`
  case when ${category} = any(${sql.param(keptLonger.categories)}::text[]) and ${priceYen} > ${keptLonger.aboveYen}
    then ${keptLonger.years}::int else ${ledgerYears}::int end`;
