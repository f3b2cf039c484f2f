import { condition, lock, type Slip } from './slip.ts';

/** The other half of a condition, the other side of a boundary, a forgotten state; by folder. */
const conditionSlips: readonly Slip[] = [
  // Closing months.
  condition(
    'month-close.server.ts',
    '&& month < jstMonth(now),',
    '&& month <= jstMonth(now),',
    'month-close.server.test.ts',
  ),
  condition(
    'month-close.server.ts',
    'mayClose: month === next && month < now',
    'mayClose: month === next',
    'month-close.server.test.ts',
  ),
  condition(
    'month-close.server.ts',
    'month === (await oldestOpenMonth(db)) && month',
    '(await oldestOpenMonth(db)) !== undefined && month',
    'month-close.server.test.ts',
  ),
  condition(
    'close-checks.server.ts',
    "        ne(applications.identity, 'not-needed'),\n",
    '',
    'month-close.server.test.ts',
  ),
  condition(
    'close-checks.server.ts',
    'lt(applications.stateChangedAt, startOfJstMonth',
    'lte(applications.stateChangedAt, startOfJstMonth',
    'month-close.server.test.ts',
  ),
  condition(
    'close-checks.server.ts',
    "  filed: 'ファイル作成済み',\n",
    '',
    'month-close.server.test.ts',
  ),
  condition(
    'close-checks.server.ts',
    'debitYen === creditYen && total === 0',
    'debitYen === creditYen',
    'month-close.server.test.ts',
  ),
  condition(
    'close-checks.server.ts',
    'held.length > mostExplainedHolds',
    'held.length >= mostExplainedHolds',
    'month-close.server.test.ts',
  ),
  condition(
    'check-owed.server.ts',
    "r.state = 'prepared' and i.associate_id is not null and i.cancelled_at is null",
    "r.state = 'prepared' and i.associate_id is not null",
    'month-close.server.test.ts',
  ),
  condition('month-close.server.ts', ' || wanted > now', '', 'month-close.server.test.ts'),
  // Runs of remittances.
  condition(
    'change-run.server.ts',
    "states: ['draft', 'approved', 'filed'] });\n    await demandUnasked(tx, runId);\n    await uncoverFunds",
    "states: ['draft', 'approved'] });\n    await demandUnasked(tx, runId);\n    await uncoverFunds",
    'run-states.server.test.ts',
  ),
  condition(
    'change-run.server.ts',
    "{ version, states: ['draft'] });\n    await demandUnasked(tx, runId);\n    const message",
    "{ version, states: ['draft', 'approved'] });\n    await demandUnasked(tx, runId);\n    const message",
    'run-states.server.test.ts',
  ),
  condition(
    'transfer-files.server.ts',
    "states: ['approved', 'filed']",
    "states: ['approved']",
    'run-states.server.test.ts',
  ),
  condition(
    'send-run.server.ts',
    ' or confirm_due_on is not null)) as moved',
    ')) as moved',
    'run-states.server.test.ts',
  ),
  condition(
    'send-run.server.ts',
    "(state in ('confirmed', 'returned') or",
    "(state = 'confirmed' or",
    'run-states.server.test.ts',
  ),
  condition(
    'send-run.server.ts',
    "where state in ('draft', 'approved', 'filed')",
    "where state in ('approved', 'filed')",
    'run-states.server.test.ts',
  ),
  condition(
    'next-run.server.ts',
    "inArray(remittanceRuns.state, ['draft', 'approved', 'filed'])",
    "inArray(remittanceRuns.state, ['draft', 'filed'])",
    'run-states.server.test.ts',
  ),
  condition(
    'next-run.server.ts',
    "    .where(ne(remittanceRuns.state, 'dropped'))\n",
    '',
    'run-states.server.test.ts',
  ),
  condition(
    'next-run.server.ts',
    'if (periodTo > today) {',
    'if (periodTo >= today) {',
    'run-states.server.test.ts',
  ),
  condition(
    'next-run.server.ts',
    'and g.starts_on <= ',
    'and g.starts_on < ',
    'agreement-days.server.test.ts',
  ),
  condition(
    'next-run.server.ts',
    'or g.ends_on >= ',
    'or g.ends_on > ',
    'agreement-days.server.test.ts',
  ),
  condition(
    'return.server.ts',
    "if (state !== 'confirmed' && state !== 'sent')",
    "if (state === 'returned')",
    'run-states.server.test.ts',
  ),
  condition(
    'return.server.ts',
    "if (row.state !== 'confirmed') {\n      throw",
    "if (row.state === 'returned') {\n      throw",
    'run-states.server.test.ts',
  ),
  condition(
    'return.server.ts',
    'if (returnedOn > jstDay(now))',
    'if (false)',
    'run-states.server.test.ts',
  ),
  condition('transfer-day.ts', 'if (day > today)', 'if (false)', 'run-states.server.test.ts'),
  condition('transfer-day.ts', 'if (day < first)', 'if (false)', 'slips.server.test.ts'),
  condition(
    'confirm-waiting.server.ts',
    ' || row.by !== first.by || row.source !== first.source)',
    ')',
    'run-states.server.test.ts',
  ),
  condition(
    'confirm.server.ts',
    ' and u.locked_at is null',
    '',
    'src/money/remittances/slips.server.test.ts',
  ),
  // The bank's answers.
  condition(
    'plan-answer.server.ts',
    '  demandEachOnce(plan.acts);\n',
    '',
    'bank-answers.server.test.ts',
  ),
  condition(
    'plan-answer.server.ts',
    '  if (unasked !== undefined) throw wrongChoice(unasked);\n',
    '',
    'bank-answers.server.test.ts',
  ),
  // Agreements.
  condition(
    'ledger/terms.server.ts',
    '(a.ends_on is null or a.ends_on >= q.day)',
    '(a.ends_on is null or a.ends_on > q.day)',
    'agreement-days.server.test.ts',
  ),
  condition(
    'agreements.server.ts',
    '        lte(table.startsOn, day),\n',
    '',
    'agreement-days.server.test.ts',
  ),
  condition(
    'receipts/gifts.server.ts',
    'or(isNull(endsOn), gte(endsOn, today))',
    'isNull(endsOn)',
    'agreement-days.server.test.ts',
  ),
  // Receipts.
  condition(
    'correct-papers.server.ts',
    'line?.amountYen === donation?.amountYen && ',
    '',
    'receipts/papers.server.test.ts',
  ),
  condition(
    'receipts/issuing.server.ts',
    'holding.every((one) => named.includes(one))',
    'named.every((one) => holding.includes(one))',
    'receipts/papers.server.test.ts',
  ),
  condition(
    'receipts/gifts.server.ts',
    'last.year >= Number(today.slice(0, 4))',
    'last.year > Number(today.slice(0, 4))',
    'year-paper.server.test.ts',
  ),
  // People and second persons.
  condition(
    'associate-people.server.ts',
    '        if (from === to) return;\n',
    '',
    'associate-people.server.test.ts',
  ),
  condition(
    'associate-people.server.ts',
    "own.staffRole === 'editor' && after !== 'editor' && ",
    "after !== 'editor' && ",
    'associate-people.server.test.ts',
  ),
  condition(
    'accepting.server.ts',
    "    if (isAdminRole(role)) throw refuse('Conflict', alreadyMessage);\n",
    '',
    'invitations.server.test.ts',
  ),
  condition(
    'accepting.server.ts',
    "    if (isAdminRole(role)) throw refuse('Conflict', adminIsNoStaffMessage);\n",
    '',
    'invitations.server.test.ts',
  ),
  condition(
    'roles/invitations.server.ts',
    'open)) >= mostPeople',
    'open)) > mostPeople',
    'invitations.server.test.ts',
  ),
  condition(
    'roles/invitations.server.ts',
    'const isOpen = and(isNull(table.acceptedAt), isNull(table.withdrawnAt));',
    'const isOpen = and(isNull(table.withdrawnAt));',
    'invitations.server.test.ts',
  ),
  condition(
    'another-person.server.ts',
    'lockedAt} is null and not ',
    'uid} is not null and not ',
    'admin-people.server.test.ts',
  ),
  condition(
    'another-person.server.ts',
    '  allowSampleSignIns\n    ? sql',
    '  true\n    ? sql',
    'admin-people.server.test.ts',
  ),
  condition(
    'approvals.server.ts',
    'if (!row || (await decidersOf(tx, { ...row, kind }, dependencies)).length > 0) return;',
    'if (!row) return;',
    'admin-people.server.test.ts',
  ),
  condition(
    'approval-steps.server.ts',
    "if (state !== 'withdrawn') await mail",
    'await mail',
    'admin-people.server.test.ts',
  ),
  // Sales.
  condition(
    'import-sales.server.ts',
    'soldOn > today',
    'soldOn >= today',
    'src/money/sales/sales.server.test.ts',
  ),
  // Results.
  condition(
    'plausibility.ts',
    'appraisedOn <= addDays',
    'appraisedOn < addDays',
    'plausibility.test.ts',
  ),
  condition(
    'batch-steps.server.ts',
    'releaseDueAt <= at)',
    'releaseDueAt < at)',
    'waiting.server.test.ts',
  ),
  condition(
    'batch-steps.server.ts',
    '> takeBackMinutes * 60_000) throw',
    '>= takeBackMinutes * 60_000) throw',
    'waiting.server.test.ts',
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
    'lock-waiting.server.ts',
    "state in ('remitted', 'thanked') and is_sendable",
    "state = 'remitted' and is_sendable",
    'reverse-batch.server.test.ts',
  ),
  condition(
    'lock-waiting.server.ts',
    'i.appraisal_id = standing.appraisal_id and i.remittance_id is not null',
    'false',
    'reverse-batch.server.test.ts',
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
  condition(
    'draft-items.server.ts',
    '  item.boxNumber === boxNumber &&\n',
    '',
    'drafts.server.test.ts',
  ),
  condition(
    'draft-items.server.ts',
    ' &&\n  JSON.stringify(item.imageIds) === JSON.stringify(imageIds)',
    '',
    'drafts.server.test.ts',
  ),
  condition(
    'draft-steps.server.ts',
    "if (draft.state === 'open') throw refuse",
    "if (draft.state !== 'review') throw refuse",
    'drafts.server.test.ts',
  ),
  condition(
    'draft-steps.server.ts',
    "if (draft.state !== 'review') throw notInReview();",
    "if (draft.state === 'open') throw notInReview();",
    'drafts.server.test.ts',
  ),
  condition(
    'receiving.server.ts',
    '        eq(applicationEvents.isSkipped, false),\n',
    '',
    'drafts.server.test.ts',
  ),
  // Boxes that come.
  condition(
    'read-scans.server.ts',
    '<= takeBackMinutes * minuteMs',
    '< takeBackMinutes * minuteMs',
    'scanning.server.test.ts',
  ),
  condition(
    'intake/take-back.server.ts',
    'step.last.at.getTime() <= takeBackMinutes',
    'step.last.at.getTime() < takeBackMinutes',
    'scanning.server.test.ts',
  ),
  condition(
    'box-exceptions.server.ts',
    'at.getTime() > untilMs',
    'at.getTime() >= untilMs',
    'exception-shelf.server.test.ts',
  ),
  condition(
    'exception-rows.server.ts',
    'exception.dueOn < jstDay(at)',
    'exception.dueOn <= jstDay(at)',
    'exception-shelf.server.test.ts',
  ),
  // Boxes on their way.
  condition(
    'arrange-pickups.server.ts',
    " || application.state === 'cancelled') {",
    ') {',
    'pickups.server.test.ts',
  ),
  condition(
    'arrange-pickups.server.ts',
    'pickup.cancelledAt || application.state',
    'application.state',
    'pickups.server.test.ts',
  ),
  condition(
    'arrange-pickups.server.ts',
    "application.state === 'applied' || application.state === 'kit-sent'",
    "application.state === 'kit-sent'",
    'pickups.server.test.ts',
  ),
  condition(
    'out-boxes.server.ts',
    "box.kitState === 'none' || box.kitState === 'frozen'",
    "box.kitState === 'frozen'",
    'carrier-answers.server.test.ts',
  ),
  // The same request again.
  condition(
    'db/idempotency.server.ts',
    ' || kept.route !== route',
    '',
    'idempotency.server.test.ts',
  ),
  condition(
    'db/idempotency.server.ts',
    '.where(and(eq(idempotencyKeys.actor, actor), eq(idempotencyKeys.key, key)));\n  if (!kept)',
    '.where(eq(idempotencyKeys.key, key));\n  if (!kept)',
    'idempotency.server.test.ts',
  ),
];

/** A decision before a lock is not checked again under it. */
const lockSlips: readonly Slip[] = [
  lock(
    'freeze-kits.server.ts',
    'lockApplications(tx, and(due, inArray(applications.appraisalId, ids)))',
    'lockApplications(tx, inArray(applications.appraisalId, ids))',
    'batch-races.server.test.ts',
  ),
  lock('month-close.server.ts', "    await lock(tx, 'books');\n", '', 'month-close.server.test.ts'),
  lock(
    'role-effect.server.ts',
    '      row.lockedAt === null &&\n',
    '',
    'admin-people.server.test.ts',
  ),
  lock(
    'role-effect.server.ts',
    ' &&\n      (allowSampleSignIns || !row.isSample),',
    ',',
    'admin-people.server.test.ts',
  ),
  lock(
    'role-effect.server.ts',
    "    .orderBy(asc(users.uid))\n    .for('update');",
    '    .orderBy(asc(users.uid));',
    'admin-people.server.test.ts',
  ),
  lock(
    'associate-people.server.ts',
    "\n      .for('update', { of: memberships })",
    '',
    'associate-people.server.test.ts',
  ),
  lock(
    'take-answer.server.ts',
    'where r.version = s.version and',
    'where',
    'bank-answers.server.test.ts',
  ),
  lock(
    'take-answer.server.ts',
    ' and r.confirm_due_on is not distinct from s.due',
    '',
    'bank-answers.server.test.ts',
  ),
  lock('decide-payout.server.ts', ' for share of a`', '`', 'funds.server.test.ts'),
  lock(
    'funds.server.ts',
    "isNull(owedItems.appraisalId)))\n      .for('update');",
    'isNull(owedItems.appraisalId)));',
    'funds.server.test.ts',
  ),
  lock(
    'sales/sales.server.ts',
    "    await lock(tx, 'goods-sales');\n",
    '',
    'src/money/sales/sales.server.test.ts',
  ),
  lock(
    'reverse-batch.server.ts',
    '      and cancelled_at is null\n    order by id for update',
    '      and cancelled_at is null\n    order by id',
    'reversal-races.server.test.ts',
  ),
  lock(
    'receiving.server.ts',
    "locks ? query.for('no key update') : query",
    'locks ? query : query',
    'drafts.server.test.ts',
  ),
  lock(
    'db/idempotency.server.ts',
    '      .onConflictDoNothing()\n',
    '',
    'idempotency.server.test.ts',
  ),
];

export const halfSlips: readonly Slip[] = [...conditionSlips, ...lockSlips];
