import { condition, lock, type Slip } from './slip.ts';

/** The other half of a condition, the other side of a boundary, a forgotten state; by folder. */
const conditionSlips: readonly Slip[] = [
  // Closing months.
  condition(
    'month-close.ts',
    '&& month < jstMonth(now),',
    '&& month <= jstMonth(now),',
    'month-close.test.ts',
  ),
  condition(
    'month-close.ts',
    'mayClose: month === next && month < now',
    'mayClose: month === next',
    'month-close.test.ts',
  ),
  condition(
    'month-close.ts',
    'month === (await oldestOpenMonth(db)) && month',
    '(await oldestOpenMonth(db)) !== undefined && month',
    'month-close.test.ts',
  ),
  condition(
    'close-checks.ts',
    "        ne(applications.identity, 'not-needed'),\n",
    '',
    'month-close.test.ts',
  ),
  condition(
    'close-checks.ts',
    'lt(applications.stateChangedAt, startOfJstMonth',
    'lte(applications.stateChangedAt, startOfJstMonth',
    'month-close.test.ts',
  ),
  condition('close-checks.ts', "  filed: 'ファイル作成済み',\n", '', 'month-close.test.ts'),
  condition(
    'close-checks.ts',
    'debitYen === creditYen && total === 0',
    'debitYen === creditYen',
    'month-close.test.ts',
  ),
  condition(
    'close-checks.ts',
    'held.length > mostExplainedHolds',
    'held.length >= mostExplainedHolds',
    'month-close.test.ts',
  ),
  condition(
    'check-owed.ts',
    "r.state = 'prepared' and i.associate_id is not null and i.cancelled_at is null",
    "r.state = 'prepared' and i.associate_id is not null",
    'month-close.test.ts',
  ),
  condition('booking-time.ts', ' || wanted > now', '', 'month-close.test.ts'),
  // Runs of remittances.
  condition(
    'change-run.ts',
    "states: ['draft', 'approved', 'filed'] });\n    await demandUnasked(tx, runId);\n    await uncoverFunds",
    "states: ['draft', 'approved'] });\n    await demandUnasked(tx, runId);\n    await uncoverFunds",
    'run-states.test.ts',
  ),
  condition(
    'change-run.ts',
    "{ version, states: ['draft'] });\n    await demandUnasked(tx, runId);\n    const message",
    "{ version, states: ['draft', 'approved'] });\n    await demandUnasked(tx, runId);\n    const message",
    'run-states.test.ts',
  ),
  condition(
    'transfer-files.ts',
    "states: ['approved', 'filed']",
    "states: ['approved']",
    'run-states.test.ts',
  ),
  condition(
    'send-run.ts',
    ' or confirm_due_on is not null)) as moved',
    ')) as moved',
    'run-states.test.ts',
  ),
  condition(
    'send-run.ts',
    "(state in ('confirmed', 'returned') or",
    "(state = 'confirmed' or",
    'run-states.test.ts',
  ),
  condition(
    'send-run.ts',
    "where state in ('draft', 'approved', 'filed')",
    "where state in ('approved', 'filed')",
    'run-states.test.ts',
  ),
  condition(
    'next-run.ts',
    "inArray(remittanceRuns.state, ['draft', 'approved', 'filed'])",
    "inArray(remittanceRuns.state, ['draft', 'filed'])",
    'run-states.test.ts',
  ),
  condition(
    'next-run.ts',
    "    .where(ne(remittanceRuns.state, 'dropped'))\n",
    '',
    'run-states.test.ts',
  ),
  condition(
    'next-run.ts',
    'if (periodTo > today) {',
    'if (periodTo >= today) {',
    'run-states.test.ts',
  ),
  condition('next-run.ts', 'and g.starts_on <= ', 'and g.starts_on < ', 'agreement-days.test.ts'),
  condition('next-run.ts', 'or g.ends_on >= ', 'or g.ends_on > ', 'agreement-days.test.ts'),
  condition(
    'return.ts',
    "if (state !== 'confirmed' && state !== 'sent')",
    "if (state === 'returned')",
    'run-states.test.ts',
  ),
  condition(
    'return.ts',
    "if (row.state !== 'confirmed') {\n      throw",
    "if (row.state === 'returned') {\n      throw",
    'run-states.test.ts',
  ),
  condition('return.ts', 'if (returnedOn > jstDay(now))', 'if (false)', 'run-states.test.ts'),
  condition('transfer-day.ts', 'if (day > today)', 'if (false)', 'run-states.test.ts'),
  condition('transfer-day.ts', 'if (day < first)', 'if (false)', 'slips.test.ts'),
  condition(
    'confirm-waiting.ts',
    ' || row.by !== first.by || row.source !== first.source)',
    ')',
    'run-states.test.ts',
  ),
  condition(
    'remittance-mails.ts',
    ' and u.locked_at is null',
    '',
    'server/remittances/slips.test.ts',
  ),
  // The bank's answers.
  condition('plan-answer.ts', '  demandEachOnce(plan.acts);\n', '', 'bank-answers.test.ts'),
  condition(
    'plan-answer.ts',
    '  if (unasked !== undefined) throw wrongChoice(unasked);\n',
    '',
    'bank-answers.test.ts',
  ),
  // Agreements.
  condition(
    'ledger/terms.ts',
    '(a.ends_on is null or a.ends_on >= q.day)',
    '(a.ends_on is null or a.ends_on > q.day)',
    'agreement-days.test.ts',
  ),
  condition('agreements.ts', '        lte(table.startsOn, day),\n', '', 'agreement-days.test.ts'),
  condition(
    'receipts/gifts.ts',
    'or(isNull(endsOn), gte(endsOn, today))',
    'isNull(endsOn)',
    'agreement-days.test.ts',
  ),
  // Receipts.
  condition(
    'correct-papers.ts',
    'line?.amountYen === donation?.amountYen && ',
    '',
    'receipts/papers.test.ts',
  ),
  condition(
    'receipts/issuing.ts',
    'holding.every((one) => named.includes(one))',
    'named.every((one) => holding.includes(one))',
    'receipts/papers.test.ts',
  ),
  condition(
    'receipts/gifts.ts',
    'last.year >= Number(today.slice(0, 4))',
    'last.year > Number(today.slice(0, 4))',
    'year-paper.test.ts',
  ),
  // People and second persons.
  condition(
    'associate-people.ts',
    '        if (from === to) return;\n',
    '',
    'associate-people.test.ts',
  ),
  condition(
    'associate-people.ts',
    "own.staffRole === 'editor' && after !== 'editor' && ",
    "after !== 'editor' && ",
    'associate-people.test.ts',
  ),
  condition(
    'accepting.ts',
    "    if (isAdminRole(role)) throw refuse('Conflict', alreadyMessage);\n",
    '',
    'invitations.test.ts',
  ),
  condition(
    'accepting.ts',
    "    if (isAdminRole(role)) throw refuse('Conflict', adminIsNoStaffMessage);\n",
    '',
    'invitations.test.ts',
  ),
  condition(
    'people/invitations.ts',
    'open)) >= mostPeople',
    'open)) > mostPeople',
    'invitations.test.ts',
  ),
  condition(
    'people/invitations.ts',
    'const isOpen = and(isNull(table.acceptedAt), isNull(table.withdrawnAt));',
    'const isOpen = and(isNull(table.withdrawnAt));',
    'invitations.test.ts',
  ),
  condition(
    'another-person.ts',
    'lockedAt} is null and not ',
    'uid} is not null and not ',
    'admin-people.test.ts',
  ),
  condition(
    'another-person.ts',
    '  allowSampleSignIns\n    ? sql',
    '  true\n    ? sql',
    'admin-people.test.ts',
  ),
  condition(
    'approvals-by-time.ts',
    'if (!row || (await decidersOf(tx, { ...row, kind }, dependencies)).length > 0) return;',
    'if (!row) return;',
    'admin-people.test.ts',
  ),
  condition(
    'approval-steps.ts',
    "if (state !== 'withdrawn') await mail",
    'await mail',
    'admin-people.test.ts',
  ),
  // Sales.
  condition('judge-sales.ts', 'soldOn > today', 'soldOn >= today', 'server/sales/sales.test.ts'),
  // Results.
  condition(
    'plausibility.ts',
    'appraisedOn <= addDays',
    'appraisedOn < addDays',
    'plausibility.test.ts',
  ),
  condition('batch-steps.ts', 'releaseDueAt <= at)', 'releaseDueAt < at)', 'waiting.test.ts'),
  condition(
    'batch-steps.ts',
    '> takeBackMinutes * 60_000) throw',
    '>= takeBackMinutes * 60_000) throw',
    'waiting.test.ts',
  ),
  condition(
    'result-correction.ts',
    '(pricedCount > 0 && appraisedYen',
    '(appraisedYen',
    'result-correction.test.ts',
  ),
  condition(
    'result-correction.ts',
    'pricedCount + appraisedYen + bonusYen === 0',
    'appraisedYen === 0',
    'result-correction.test.ts',
  ),
  condition(
    'result-correction.ts',
    ' &&\n          sum(items.map(({ amountYen }) => amountYen)) === appraisedYen',
    '',
    'result-correction.test.ts',
  ),
  condition(
    'hold-release.ts',
    "state in ('remitted', 'thanked') and is_sendable",
    "state = 'remitted' and is_sendable",
    'reverse-batch.test.ts',
  ),
  condition(
    'hold-release.ts',
    'i.appraisal_id = standing.appraisal_id and i.remittance_id is not null',
    'false',
    'reverse-batch.test.ts',
  ),
  // Appraisals at the table.
  condition(
    'appraisals/totals.ts',
    'items.every((item) => item.destination',
    'items.some((item) => item.destination',
    'appraisal-rules.test.ts',
  ),
  condition(
    'appraisals/bonus.ts',
    '    .filter(({ yen }) => yen > 0);',
    ';',
    'appraisal-rules.test.ts',
  ),
  condition('draft-items.ts', '  item.boxNumber === boxNumber &&\n', '', 'drafts.test.ts'),
  condition(
    'draft-items.ts',
    ' &&\n  JSON.stringify(item.imageIds) === JSON.stringify(imageIds)',
    '',
    'drafts.test.ts',
  ),
  condition(
    'draft-steps.ts',
    "if (draft.state === 'open') throw refuse",
    "if (draft.state !== 'review') throw refuse",
    'drafts.test.ts',
  ),
  condition(
    'draft-steps.ts',
    "if (draft.state !== 'review') throw notInReview();",
    "if (draft.state === 'open') throw notInReview();",
    'drafts.test.ts',
  ),
  condition(
    'receiving.ts',
    '        eq(applicationEvents.isSkipped, false),\n',
    '',
    'drafts.test.ts',
  ),
  // Boxes that come.
  condition(
    'read-scans.ts',
    '<= takeBackMinutes * minuteMs',
    '< takeBackMinutes * minuteMs',
    'scanning.test.ts',
  ),
  condition(
    'intake/take-back.ts',
    'step.last.at.getTime() <= takeBackMinutes',
    'step.last.at.getTime() < takeBackMinutes',
    'scanning.test.ts',
  ),
  condition(
    'box-exceptions.ts',
    'at.getTime() > untilMs',
    'at.getTime() >= untilMs',
    'exception-shelf.test.ts',
  ),
  condition(
    'exception-rows.ts',
    'exception.dueOn < jstDay(at)',
    'exception.dueOn <= jstDay(at)',
    'exception-shelf.test.ts',
  ),
  // Boxes on their way.
  condition(
    'arrange-pickups.ts',
    " || application.state === 'cancelled') {",
    ') {',
    'pickups.test.ts',
  ),
  condition(
    'arrange-pickups.ts',
    'pickup.cancelledAt || application.state',
    'application.state',
    'pickups.test.ts',
  ),
  condition(
    'arrange-pickups.ts',
    "application.state === 'applied' || application.state === 'kit-sent'",
    "application.state === 'kit-sent'",
    'pickups.test.ts',
  ),
  condition(
    'out-boxes.ts',
    "box.kitState === 'none' || box.kitState === 'frozen'",
    "box.kitState === 'frozen'",
    'carrier-answers.test.ts',
  ),
  // The same request again.
  condition('db/idempotency.ts', ' || kept.route !== route', '', 'idempotency.test.ts'),
  condition(
    'db/idempotency.ts',
    '.where(and(eq(idempotencyKeys.actor, actor), eq(idempotencyKeys.key, key)));\n  if (!kept)',
    '.where(eq(idempotencyKeys.key, key));\n  if (!kept)',
    'idempotency.test.ts',
  ),
];

/** A decision before a lock is not checked again under it. */
const lockSlips: readonly Slip[] = [
  lock(
    'freeze-kits.ts',
    'lockApplications(tx, and(due, inArray(applications.appraisalId, ids)))',
    'lockApplications(tx, inArray(applications.appraisalId, ids))',
    'batch-races.test.ts',
  ),
  lock('month-close.ts', "    await lock(tx, 'books');\n", '', 'month-close.test.ts'),
  lock('role-effect.ts', '      row.lockedAt === null &&\n', '', 'admin-people.test.ts'),
  lock(
    'role-effect.ts',
    ' &&\n      (allowSampleSignIns || !row.isSample),',
    ',',
    'admin-people.test.ts',
  ),
  lock(
    'role-effect.ts',
    "    .orderBy(asc(users.uid))\n    .for('update');",
    '    .orderBy(asc(users.uid));',
    'admin-people.test.ts',
  ),
  lock(
    'associate-people.ts',
    "\n      .for('update', { of: memberships })",
    '',
    'associate-people.test.ts',
  ),
  lock('take-answer.ts', 'where r.version = s.version and', 'where', 'bank-answers.test.ts'),
  lock(
    'take-answer.ts',
    ' and r.confirm_due_on is not distinct from s.due',
    '',
    'bank-answers.test.ts',
  ),
  lock('decide-payout.ts', ' for share of a`', '`', 'funds.test.ts'),
  lock(
    'withdraw-payout.ts',
    "isNull(owedItems.appraisalId)))\n    .for('update');",
    'isNull(owedItems.appraisalId)));',
    'funds.test.ts',
  ),
  lock(
    'sales/sales.ts',
    "        await lock(tx, 'goods-sales');\n",
    '',
    'server/sales/sales.test.ts',
  ),
  lock(
    'reverse-batch.ts',
    '      and cancelled_at is null\n    order by id for update',
    '      and cancelled_at is null\n    order by id',
    'reversal-races.test.ts',
  ),
  lock(
    'receiving.ts',
    "locks ? query.for('no key update') : query",
    'locks ? query : query',
    'drafts.test.ts',
  ),
  lock('db/idempotency.ts', '      .onConflictDoNothing()\n', '', 'idempotency.test.ts'),
];

export const halfSlips: readonly Slip[] = [...conditionSlips, ...lockSlips];
