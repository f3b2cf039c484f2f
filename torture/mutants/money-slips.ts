import { rule, type Slip } from './slip.ts';

/** Found by the random days of test/money-model; other slips name their test. */
const inDays = (file: string, was: string, becomes: string) =>
  rule(file, was, becomes, 'days.test.ts');

/** Slips in money code: one of each kind, from the goods to the organisation's account. */
export const moneySlips: readonly Slip[] = [
  // A posting that does not balance.
  inDays('ledger/ledger.server.ts', "    { account: 'bonus', amountYen: bonusYen },\n", ''),
  // Fee and handling: more than the gift, of another day, rounded in the service's favour.
  inDays('fees.ts', 'Math.min(handlingYen * boxes, amountYen - feeYen)', 'handlingYen * boxes'),
  inDays('record-donations.server.ts', 'jstDay(donatedAt ?? at)', 'jstDay(at)'),
  inDays('fees.ts', '/ 10_000n);', '/ 10_000n) + (feeBasisPoints > 0 && amountYen > 99 ? 1 : 0);'),
  // A correction after the money was sent.
  inDays(
    'replace-donation.server.ts',
    'amountYen = dueYen - paidYen;',
    'amountYen = Math.max(dueYen - paidYen, 0);',
  ),
  // Money that did not arrive counted as overpaid, or still so after its return.
  rule(
    'overpaid.server.ts',
    "r.state = 'confirmed'",
    "r.state <> 'prepared'",
    'follow-gifts.server.test.ts',
  ),
  rule(
    'return.server.ts',
    '  await settleOverpaid(tx, within, { reason, actorUid: operator.uid, at: now });\n  await endIfDone',
    '  await endIfDone',
    'follow-gifts.server.test.ts',
  ),
  inDays('replace-donation.server.ts', '  await cancelOpenItems(tx, [appraisalId], at);\n', ''),
  // A run takes another run's items, or more than its own.
  inDays(
    'prepare-run.server.ts',
    'where i.remittance_id is null and i.cancelled_at is null and i.associate_id',
    'where i.cancelled_at is null and i.associate_id',
  ),
  inDays('prepare-run.server.ts', 'd.associate_id, d.yen, ', 'd.associate_id, d.yen + 1, '),
  rule(
    'change-run.server.ts',
    '    await reopenItems(tx, [taken.id]);\n',
    '',
    'follow-gifts.server.test.ts',
  ),
  rule(
    'change-run.server.ts',
    'and i.remittance_id = r.id`',
    "and i.remittance_id = r.id and i.kind = 'gift'`",
    'follow-gifts.server.test.ts',
  ),
  // Sent, and returned.
  inDays('send-run.server.ts', '    await tx.execute(postSent(runId, name, -1, at));\n', ''),
  rule(
    'send-run.server.ts',
    "(2, 'overpaid:associate:' || associate_id, overpaid)",
    "(2, 'owed:associate:' || associate_id, overpaid)",
    'remittances.server.test.ts',
  ),
  // Confirmed twice, or not in all records.
  inDays(
    'remittances/confirm.server.ts',
    '({ id, version }: LockedRemittance) =>',
    '({ id }: LockedRemittance, version = 1) =>',
  ),
  inDays(
    'remittances/confirm.server.ts',
    "set state = 'confirmed', received_on",
    'set received_on',
  ),
  inDays('remittances/confirm.server.ts', '  await giftsArrived(tx, direct, facts, ctx);\n', ''),
  // Returned transfers.
  inDays(
    'return.server.ts',
    '    await giftsWentBack(tx, id, {\n      note: `着金の取り消し',
    '    if (row.amountYen < 0) await giftsWentBack(tx, id, {\n      note: `着金の取り消し',
  ),
  inDays(
    'return.server.ts',
    "    kind: 'return',\n    amountYen,",
    "    kind: 'return',\n    amountYen: 0,",
  ),
  inDays('return.server.ts', "hasLeft ? 'bank' : transit", "hasLeft ? transit : 'bank'"),
  // A gift follows its own transfer.
  rule(
    'follow-remittances.server.ts',
    " and i.kind = 'gift' group by",
    ' group by',
    'follow-gifts.server.test.ts',
  ),
  rule(
    'follow-remittances.server.ts',
    'remittance_id = null, received_on = null',
    'remittance_id = null',
    'remittances.server.test.ts',
  ),
  rule(
    'replace-result.server.ts',
    'remittanceId: arrival?.remittanceId,',
    'remittanceId: before?.remittanceId,',
    'follow-gifts.server.test.ts',
  ),
  // Funds.
  rule(
    'decide-payout.server.ts',
    'if (amountYen <= leftYen) return;',
    'if (amountYen >= 0) return;',
    'funds.server.test.ts',
  ),
  rule(
    'funds.server.ts',
    '  await tx.update(owedItems).set({ cancelledAt: at }).where(eq(owedItems.id, item.id));\n',
    '',
    'funds.server.test.ts',
  ),
  rule('cover-funds.server.ts', ' and not r.is_beyond', '', 'follow-gifts.server.test.ts'),
  // Merged organisations.
  rule(
    'owed-items.server.ts',
    "(2, 'overpaid:associate:', -m.overpaid_yen)",
    "(2, 'owed:associate:', -m.overpaid_yen)",
    'follow-gifts.server.test.ts',
  ),
  rule(
    'owed-items.server.ts',
    'd.reversed_at desc nulls first limit 1',
    'd.reversed_at nulls last limit 0',
    'follow-gifts.server.test.ts',
  ),
  // A closed month.
  rule(
    'month-close.server.ts',
    'rows[0]?.isClosed || wanted > now',
    'wanted > now',
    'month-close.server.test.ts',
  ),
  rule('month-close.server.ts', 'where month >= ', 'where month = ', 'month-close.server.test.ts'),
  // Sales.
  rule(
    'shares.ts',
    'isLast ? leftYen : Math.min(amountYen, leftYen)',
    'isLast ? leftYen : amountYen',
    'sales.server.test.ts',
  ),
  rule(
    'import-sales.server.ts',
    ' and g.reversed_at is null\n',
    '\n',
    'src/money/sales/sales.server.test.ts',
  ),
  rule(
    'shares.ts',
    'shares.reduce((sum, share) => sum + share, 0) }',
    '0 }',
    'sales.server.test.ts',
  ),
  rule(
    'sales/sales.server.ts',
    'amountYen: -one.amountYen, at',
    'amountYen: one.amountYen, at',
    'src/money/sales/sales.server.test.ts',
  ),
];
