import { owedAccount } from '#domain/ledger/accounts.ts';
import { addDays, addMonths, jstDay } from '#domain/values/timestamp.ts';
import type { remittances } from '#server/db/schema/remittances.ts';
import { postingOf } from '#server/ledger/ledger.ts';
import type { Box } from './boxes.ts';
import { uploadMonth } from './calendar.ts';
import { sampleUids } from './sign-ins.ts';

const targetOf = ({ organisation, fund }: Box) => organisation?.id ?? `fund-${fund}`;
const monthOf = ({ donatedAt = 0 }: Box) => uploadMonth(donatedAt);

/** The remittance that a donation goes out with: one for each target and month. */
export const remittanceIdOf = (box: Box) => `sample-remittance-${monthOf(box)}-${targetOf(box)}`;

/** The money sent on, month by month, with its postings. */
export function remittanceRows(boxes: readonly Box[]) {
  const sums = new Map<string, { box: Box; amountYen: number }>();
  for (const box of boxes) {
    if (box.remittedAt === undefined) continue;
    const id = remittanceIdOf(box);
    const sum = sums.get(id);
    if (sum) sum.amountYen += box.amountYen;
    else sums.set(id, { box, amountYen: box.amountYen });
  }
  const rows: (typeof remittances.$inferInsert)[] = [];
  const ledger: ReturnType<typeof postingOf>[] = [];
  for (const [id, { box, amountYen }] of sums) {
    const target = {
      associateId: box.organisation?.id ?? null,
      socialChallengeId: box.fund ?? null,
    };
    const sentAt = new Date(box.remittedAt ?? 0);
    const month = monthOf(box);
    rows.push({
      id,
      ...target,
      amountYen,
      periodFrom: `${month}-01`,
      periodTo: addDays(`${addMonths(month, 1)}-01`, -1),
      sentAt,
      state: 'confirmed',
      giftYen: amountYen,
      receivedOn: jstDay(sentAt),
      confirmedBy: sampleUids.operator,
      confirmedBySource: 'before',
      createdBy: sampleUids.operator,
      createdAt: sentAt,
    });
    const lines = [
      { account: owedAccount(target), amountYen },
      { account: 'bank', amountYen: -amountYen },
    ];
    ledger.push(postingOf(`remittance:${id}`, lines, { remittanceId: id, at: sentAt }));
  }
  return { rows, ledger };
}
