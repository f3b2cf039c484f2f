import { book, type Slip } from './slip.ts';

/** Faults that books, transfers and the bank once had (docs/robustness.md has the table). */
export const bookSlips: readonly Slip[] = [
  // Overpaid where nothing was: paid is what arrived.
  book(
    'overpaid.server.ts',
    'case when n.id is null then -s.overpaid_yen else s.amount_yen end',
    's.amount_yen',
    'follow-gifts.server.test.ts',
  ),
  book(
    'replace-donation.server.ts',
    '  await settleOverpaid(tx, [appraisalId], { reason, actorUid, at });\n',
    '',
    'follow-gifts.server.test.ts',
  ),
  // A confirmation by hand before the day of transfer, or after today.
  book(
    'transfer-day.ts',
    'if (day < first) {',
    'if (day === first && day < first) {',
    'src/money/remittances/slips.server.test.ts',
  ),
  book(
    'transfer-day.ts',
    `if (day > today) return \`\${what}は、今日まで`,
    `if (day > today && day < today) return \`\${what}は、今日まで`,
    'src/money/remittances/slips.server.test.ts',
  ),
  book(
    'remittances/confirm.server.ts',
    'first: transferOn, firstIs',
    "first: '2000-01-01', firstIs",
    'src/money/remittances/slips.server.test.ts',
  ),
  book(
    'return.server.ts',
    'row.receivedOn === null\n      ?',
    'row.receivedOn !== undefined\n      ?',
    'src/money/remittances/slips.server.test.ts',
  ),
  // An account that sent money back is paid again.
  book(
    'return.server.ts',
    'if (row.accountId !== null) {',
    'if (row.accountId === id && row.accountId) {',
    'blocked-accounts.server.test.ts',
  ),
  book(
    'next-run.server.ts',
    "\n  when is_blocked then 'account-blocked' end`",
    ' end`',
    'blocked-accounts.server.test.ts',
  ),
  book(
    'blocked-accounts.server.ts',
    'join bank_account_events e on e.account_id = same.id\n',
    'join bank_account_events e on e.account_id = same.id and same.id = asked.id\n',
    'blocked-accounts.server.test.ts',
  ),
  book(
    'run-problems.server.ts',
    'payment.isBlocked)',
    'payment.isBlocked === undefined)',
    'blocked-accounts.server.test.ts',
  ),
  book(
    'blocked-account.ts',
    "reason: line('理由', 200),\n});\nexport type AccountConfirmation",
    "reason: z._default(z.string(), ''),\n});\nexport type AccountConfirmation",
    'blocked-accounts.server.test.ts',
  ),
  // A second person decides on what was not shown.
  book(
    'show-run.server.ts',
    "  if (lastYen === null) marks.push('初めてのお支払い先です');\n  else if",
    '  if',
    'shown-approval.server.test.ts',
  ),
  book(
    'show-run.server.ts',
    'keyOf(account) !== keyOf(lastAccount)',
    'account.holder !== lastAccount.holder',
    'shown-approval.server.test.ts',
  ),
  book(
    'show-run.server.ts',
    'unusualTimes = 3',
    'unusualTimes = 4',
    'shown-approval.server.test.ts',
  ),
  book(
    'show-run.server.ts',
    "  if (lastState === 'returned') marks.push('前回の振込は戻ってきています');\n",
    '',
    'shown-approval.server.test.ts',
  ),
  book(
    'approvals/approvals.server.ts',
    "        if (shown.digest !== digest) throw refuse('Conflict', movedMessage);\n",
    '',
    'shown-approval.server.test.ts',
  ),
  book(
    'approval-steps.server.ts',
    'askedVia, lines];',
    'askedVia];',
    'shown-approval.server.test.ts',
  ),
  // Customer code 1 with letters, or on the wrong side of its field.
  book('bank-layouts.ts', "text.replace(/\\D/g, '')", 'text', 'bank-layouts.test.ts'),
  book(
    'bank-layouts.ts',
    "rulesBy(web21, 'code-or-zeros')",
    "rulesBy(web21, 'code-or-blank')",
    'bank-layouts.test.ts',
  ),
  book(
    'transfer-layout.ts',
    "return value.padStart(length, '0');",
    "return value.padEnd(length, '0');",
    'bank-layouts.test.ts',
  ),
  book(
    'run-problems.server.ts',
    'customerCode1: customerCodeOf(run.number),',
    'customerCode1: run.number,',
    'src/money/remittances/remittances.server.test.ts',
  ),
  // The books: reasons of reversals, what may be emptied, what is compared with what.
  book(
    'ledger/ledger.server.ts',
    `select distinct posting_id, \${reason}, 'donation:' || donation_id, \${actorUid}`,
    `select distinct posting_id, '', 'donation:' || donation_id, \${actorUid}`,
    'reverse-batch.server.test.ts',
  ),
  book(
    '0008_bank-truth.sql',
    'CREATE TRIGGER ledger_lines_not_emptied BEFORE TRUNCATE ON ledger_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint\n',
    '',
    'append-only.server.test.ts',
  ),
  book(
    'check-owed.server.ts',
    'where coalesce(b.yen, 0) <> coalesce(o.yen, 0)',
    'where b.yen is null',
    'src/start/commands/sums.server.test.ts',
  ),
  book(
    'commands/sums.server.ts',
    ' || owed.length > 0) process',
    ') process',
    'src/start/commands/sums.server.test.ts',
  ),
  book(
    'return.server.ts',
    'const at = (await bookedAt(tx, { ids: [id], day, now }))(id);\n    await post',
    'const at = now;\n    await post',
    'near-close.server.test.ts',
  ),
  // A run for a day on which no bank works, or a number for a run that there is not.
  book(
    'transfer-day.ts',
    "  if (weekday === 6) return '土曜日';\n",
    '',
    'transfer-day.server.test.ts',
  ),
  book(
    'transfer-day.ts',
    'if (day <= today) return',
    'if (day < today) return',
    'transfer-day.server.test.ts',
  ),
  book(
    'transfer-day.ts',
    'mostDaysAhead = 30',
    'mostDaysAhead = 31',
    'transfer-day.server.test.ts',
  ),
  book(
    'next-run.server.ts',
    "  if (dayProblem) blockers.push({ message: dayProblem, address: '' });\n",
    '',
    'transfer-day.server.test.ts',
  ),
  book(
    'prepare-run.server.ts',
    '    const [blocker] = blockers;\n',
    "    await nextNumber(db as never, 'run', Number(jstDay(at).slice(0, 4)));\n    const [blocker] = blockers;\n",
    'transfer-day.server.test.ts',
  ),
  // A sale before its gift, a pay-out of one person alone, a gift that its costs take whole.
  book(
    'import-sales.server.ts',
    'if (soldOn < box.givenOn) {',
    "if (soldOn < '') {",
    'src/money/sales/sales.server.test.ts',
  ),
  book(
    'decide-payout.server.ts',
    '  return askForApproval(ctx, tx, operator, {\n',
    `  await fundPayoutEffect({ clock: () => new Date() })(
    tx,
    { subjectId: randomUUID(), askedBy: operator.uid, change: { ...request, ...named, socialChallengeId } } as never,
    operator,
  );
  return askForApproval(ctx, tx, operator, {
`,
    'funds.server.test.ts',
  ),
  book('show-payout.server.ts', 'marks: payeeMarks(payee),', 'marks: [],', 'funds.server.test.ts'),
  book('ledger/fees.ts', 'feeYen - handlingYen <= 0;', 'feeYen - handlingYen < 0;', 'fees.test.ts'),
  book(
    'record-donations.server.ts',
    'recorded.filter(({ row }) => !leavesNothing(row));',
    'recorded.filter(({ row }) => row.amountYen > 0);',
    'src/money/statements/statements.server.test.ts',
  ),
  book(
    'receipts/receipt.ts',
    'if (leavesNothing(grounds)) {',
    'if (amountYen < 0) {',
    'src/giving/receipts/receipt.test.ts',
  ),
  // Lines of the bank that end nowhere, and a close that does not hold the books against its balance.
  book(
    'plan-answer.server.ts',
    'lines: [...lines], open',
    'lines: [], open',
    'bank-lines.server.test.ts',
  ),
  book(
    'plan-answer.server.ts',
    "plan.lines.push({ ...row, lineKind: 'unexplained' });",
    'void row;',
    'bank-answers.server.test.ts',
  ),
  book(
    'check-bank.server.ts',
    'const differenceYen = bookedYen - stated.balanceYen;',
    'const differenceYen = 0 * bookedYen;',
    'bank-lines.server.test.ts',
  ),
  book(
    'check-bank.server.ts',
    "const state = count > 0 ? 'to-explain' : 'ok';",
    "const state = 'ok';",
    'bank-lines.server.test.ts',
  ),
  book(
    'bank-line.ts',
    "return words.fee.test(text) ? 'transfer-fee' : 'unexplained';",
    "return 'unexplained';",
    'bank-lines.server.test.ts',
  ),
  book(
    'show-run.server.ts',
    '  if (amountYen <= leftYen) return [];\n',
    '  if (amountYen <= leftYen || leftYen <= amountYen) return [];\n',
    'shown-approval.server.test.ts',
  ),
  book(
    'show-run.server.ts',
    'balanceYen - (rows[0]?.yen ?? 0);',
    'balanceYen;',
    'shown-approval.server.test.ts',
  ),
  // Journals that a program cuts off, or puts two organisations into one.
  book(
    'journals/journals.server.ts',
    'rows + journal.length > most.rows || ',
    '',
    'journals.server.test.ts',
  ),
  book(
    'journals/journal.ts',
    'freee: { rows: 5_000',
    'freee: { rows: 50_000',
    'journals.server.test.ts',
  ),
  book(
    'read-postings.server.ts',
    'and (o.created_at, o.id) < (a.created_at, a.id)',
    'and false',
    'journals.server.test.ts',
  ),
  book(
    'journal-files.ts',
    `\`\${cutToWidth(sub, maxSubWidth - 5)}#\${markOf(sub)}\``,
    'cutToWidth(sub, maxSubWidth)',
    'journal-files.test.ts',
  ),
  book(
    'journal-files.ts',
    '      ...moneyforwardSide(debit),\n      ...moneyforwardSide(credit),\n',
    '      ...moneyforwardSide(credit),\n      ...moneyforwardSide(debit),\n',
    'journal-files.test.ts',
  ),
];
