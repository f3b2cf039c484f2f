import type { PgTable } from 'drizzle-orm/pg-core';
import {
  appraisalDraftItems,
  appraisalDrafts,
  waitingResults,
} from '#warehouse/appraisals/appraisal-tables.server.ts';
import {
  dealerEntries,
  identityLetters,
} from '#warehouse/dealer-ledger/dealer-ledger-tables.server.ts';
import { boxExceptions, scans } from '#warehouse/intake/intake-tables.server.ts';
import { pickups } from '#warehouse/kits/kit-tables.server.ts';

type Person = {
  name: string;
  moment: Date;
  direct: string | undefined;
  bought: string | undefined;
};

/** Inserts a person's rows in the warehouse's tables; `write` marks text columns without a given value. */
export async function insertInWarehouse(
  write: <Table extends PgTable>(table: Table, given: object) => PromiseLike<unknown>,
  { name, moment, direct, bought }: Person,
) {
  const changed = { changedAt: moment, changedBy: 'an operator' };
  await write(pickups, {
    ...{ appraisalId: direct, day: '2026-11-05', slot: '14', boxes: 1, askedAt: moment },
    ...{ exportedBy: null, exportedCarrier: '' },
  });
  await write(scans, {
    ...{ id: `scan-of-${name}`, appraisalId: direct, boxNumber: 1, outcome: 'received' },
    ...{ scannedBy: 'an operator', scannedAt: moment, receivedAt: moment, takenBackBy: null },
  });
  await write(boxExceptions, {
    ...{ id: `exception-of-${name}`, kind: 'damaged', appraisalId: direct, boxNumber: 1 },
    ...{ scanId: `scan-of-${name}`, ownerUid: 'an operator', dueOn: '2026-11-10', state: 'ended' },
    ...{ ending: 'received', endedBy: 'an operator', endedAt: moment },
    ...{ createdBy: 'an operator', createdAt: moment, ...changed },
  });
  await write(appraisalDrafts, {
    ...{ appraisalId: direct, state: 'reviewed', outcome: 'completed' },
    ...{ startedBy: 'an operator', startedAt: moment, ...changed },
    ...{ finishedBy: 'an operator', reviewedBy: 'an operator' },
  });
  await write(appraisalDraftItems, {
    ...{ id: `item-of-${name}`, appraisalId: direct, boxNumber: 1, content: {} },
    ...{ addedBy: 'an operator', addedAt: moment, ...changed },
  });
  await write(waitingResults, {
    ...{ id: `waiting-of-${name}`, batchId: `batch-of-${name}`, rowNumber: 3, appraisalId: direct },
    ...{ source: 'csv', result: {}, addedBy: 'an operator', addedAt: moment, ...changed },
    ...{ takenOutBy: 'an operator', takenOutAt: moment },
  });
  await write(identityLetters, {
    ...{ appraisalId: bought, method: 'papers-and-letter', ...changed },
    ...{ sentOn: '2026-11-10', deliveredOn: '2026-11-12' },
  });
  await write(dealerEntries, {
    ...{ appraisalId: bought, appraisalRowId: `result-of-${bought}`, itemPosition: 1 },
    ...{ tradedOn: '2026-11-20', way: 'purchase', quantity: 1, priceYen: 12_000, partyAge: 46 },
    ...{ enteredBy: 'an operator', enteredAt: moment, keptUntil: '2029-11-20' },
  });
}
