import type { Context } from '#kit/dependencies.server.ts';
import { formatDate, startOfJstDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { ledgerPage } from './ledger.server.ts';
import type { LedgerRow } from './ledger.ts';
import { kindLabels, stateLabels } from './ledger-columns.ts';

export type FeedEntry = { id: string; path: string; title: string; text: string; at: Date };

/** The newest transfers and pay-outs for feed readers, each with its state. */
export async function ledgerFeed(ctx: Pick<Context, 'db'>): Promise<FeedEntry[]> {
  const { items } = await ledgerPage(ctx, {});
  return items.map(toEntry);
}

function toEntry(row: LedgerRow): FeedEntry {
  const { id, kind, state, associateId, associateName, gifts, arrivedYen, reason } = row;
  const day = row.confirmedOn ?? row.returnedOn ?? row.receivedOn ?? row.sentOn ?? row.decidedOn;
  const texts = [
    `${formatDate(day)}に${stateLabels[state]}。`,
    kind === 'transfer' && `ご寄付${formatYen(gifts)}件。`,
    arrivedYen !== null && `公表している金額は${formatYen(arrivedYen)}円です。`,
    reason,
  ];
  return {
    id: `${kind}:${id}`,
    path: `/ledger?associate=${associateId}`,
    title: `${kindLabels[kind]}：${associateName}`,
    text: texts.filter(Boolean).join(''),
    at: startOfJstDay(day),
  };
}
