/**
 * A slip planted by hand, of a kind that Stryker does not make: in SQL, in a constant, in a forgotten
 * clause, in what stands where on a screen. `file` is a file's name, so that folders may move, or the
 * end of its path where two have that name.
 */
export type Slip = {
  kind: 'reversal' | 'time zone' | 'lifetime' | 'policy' | 'rule' | 'screen';
  file: string;
  was: string;
  becomes: string;
  /** The names of the files of tests that are to find it. */
  tests: string[];
};

const slip =
  (kind: Slip['kind'], ...tests: string[]) =>
  (file: string, was: string, becomes: string, ...others: string[]): Slip => ({
    kind,
    file,
    was,
    becomes,
    tests: others.length > 0 ? others : tests,
  });

const reversal = slip('reversal', 'test/same-answers.test.ts');
const zone = slip('time zone', 'test/same-answers.test.ts');
const lifetime = slip('lifetime', 'test/lifetimes.test.ts');
const policy = slip('policy', 'test/policy.test.ts', 'test/headers.test.ts');
const rule = slip('rule');
const screen = slip('screen');

export const slips: readonly Slip[] = [
  reversal('staff.ts', '      isNull(donations.reversedAt),\n', ''),
  reversal('donations.ts', ', isNull(donationsTable.reversedAt)', ''),
  reversal('history-file.ts', '    isNull(donations.reversedAt),\n', ''),
  reversal('gifts.ts', 'isNull(donations.reversedAt), ', ''),
  reversal(
    'application-row.ts',
    'all.filter(({ reversedAt }) => reversedAt === null)',
    'all',
    'reverse-batch.test.ts',
  ),
  reversal('check-rows.ts', ', isNull(appraisals.reversedAt)', ''),
  reversal('record-donations.ts', 'moveCounts(tx, taken, -1)', 'moveCounts(tx, taken, 1)'),
  reversal('ledger.ts', '-sum(l.amount_yen), d.id', 'sum(l.amount_yen), d.id'),
  reversal('batches.ts', '        isNull(donations.reversedAt),\n', '', 'server/results'),
  reversal('notify-donors.ts', ', isNull(resultBatches.reversedAt)', '', 'notify-donors.test.ts'),
  reversal('identity-hold.ts', ', isNull(appraisals.reversedAt)', '', 'server/results'),
  reversal('own-check.ts', ', isNull(appraisals.reversedAt)', '', 'server/identity-checks'),
  reversal('admin-checks.ts', ', isNull(appraisals.reversedAt)', '', 'reverse-batch.test.ts'),
  reversal('legal-holds.ts', '      isNull(donations.reversedAt),\n', '', 'server/personal-data'),
  reversal('check-sums.ts', 'reversed_at is null and ', '', 'server/sums'),
  reversal('hold-release.ts', ' and d.reversed_at is null', '', 'reverse-batch.test.ts'),
  reversal('campaigns.ts', '        isNull(donations.reversedAt),\n', '', 'campaigns.test.ts'),
  reversal('read-pledges.ts', ', isNull(donations.reversedAt)', '', 'server/pledges'),
  zone('hold-release.ts', " at time zone 'Asia/Tokyo'", '', 'reverse-batch.test.ts'),
  zone('gifts.ts', 'jstDay(row.donatedAt)', 'row.donatedAt.toISOString().slice(0, 10)'),
  zone('staff.ts', 'jstMonth(clock())', 'clock().toISOString().slice(0, 7)'),
  zone('history-file.ts', 'formatDate(row.donatedAt)', 'row.donatedAt.toISOString().slice(0, 10)'),
  zone('history-file.ts', 'formatDate(row.appliedAt)', 'row.appliedAt.toISOString().slice(0, 10)'),
  zone(
    'timestamp.ts',
    'date.getTime() + jstOffsetMs).toISO',
    'date.getTime()).toISO',
    'timestamp.test.ts',
  ),
  lifetime('mailed-tokens.ts', "'reset-password': 60", "'reset-password': 61"),
  lifetime('mailed-tokens.ts', "'verify-email': 24", "'verify-email': 25"),
  lifetime('mailed-tokens.ts', '7 * 24', '6 * 24'),
  lifetime('mailed-tokens.ts', '        gt(authVerifications.expiresAt, now),\n', ''),
  lifetime('application-tokens.ts', '365 * dayMs', '364 * dayMs'),
  lifetime('application-tokens.ts', '30 * dayMs', '31 * dayMs'),
  lifetime('application-tokens.ts', '    gt(applicationTokens.expiresAt, now),\n', ''),
  lifetime('sessions.ts', 'sessionDays = 30', 'sessionDays = 31'),
  lifetime('sessions.ts', 'sessionDays : 1;', 'sessionDays : 2;'),
  lifetime('access-tokens.ts', 'toleranceSeconds = 30', 'toleranceSeconds = 60'),
  lifetime('provider.ts', '= 5 * 60;', '= 4 * 60;'),
  lifetime('retention-days.ts', 'submittedKey: 7', 'submittedKey: 8'),
  lifetime('retention-days.ts', 'mail: 180', 'mail: 179'),
  lifetime('retention-days.ts', 'countedTry: 2', 'countedTry: 3'),
  lifetime('retention-days.ts', 'unfinishedSignUp: 1', 'unfinishedSignUp: 2'),
  lifetime(
    'retention-days.ts',
    'waitingPaper: 180',
    'waitingPaper: 181',
    'paper-retention.test.ts',
  ),
  lifetime('identities.ts', '10 * 60_000', '11 * 60_000', 'service-re-sign-in.test.ts'),
  lifetime('service-cookie.ts', '15 * 60;', '16 * 60;', 'oidc-protocol.test.ts'),
  lifetime('reminders.ts', 'overdueDays = 21', 'overdueDays = 22', 'reminders.test.ts'),
  lifetime('reminders.ts', 'askedNoMoreDays = 60', 'askedNoMoreDays = 61', 'reminders.test.ts'),
  lifetime('reminders.ts', 'halfYearDays = 182', 'halfYearDays = 183', 'reminders.test.ts'),
  lifetime('draft.ts', '24 * 60 * 60', '25 * 60 * 60', 'app/forms/draft.test.ts'),
  policy('actor.ts', "if (actor.kind === 'newcomer') return 'sign-in';", ''),
  policy('app.ts', "if (answer !== 'yes') {", 'if (false) {'),
  policy('security-headers.ts', `"frame-ancestors 'none'"`, `"frame-ancestors 'self'"`),
  policy('security-headers.ts', `"form-action 'self'"`, `"form-action *"`),
  policy('security-headers.ts', `"object-src 'none'"`, `"object-src 'self'"`),
  policy('security-headers.ts', 'camera=()', 'camera=*'),
  rule('receipt.ts', 'one.certifiedOn <= day', 'one.certifiedOn < day', 'receipt.test.ts'),
  rule(
    'application-state.ts',
    'amountYen >= identityCheckFromYen',
    'amountYen > identityCheckFromYen',
    'application-state.test.ts',
  ),
  rule('legal-retention.ts', 'year + years + 1', 'year + years', 'legal-retention.test.ts'),
  rule('seller-age.ts', 'age >= sellerAge', 'age > sellerAge', 'seller-age.test.ts'),
  rule('service-link.ts', 'isOffered && id', 'id', 'services.test.ts'),
  screen(
    'confirm-step.tsx',
    '{applicant.lastNameKana} {applicant.firstNameKana}',
    '{applicant.lastName} {applicant.firstName}',
    'confirm-step.test.tsx',
  ),
  screen(
    'confirm-step.tsx',
    '        {applicant.email}',
    '        {applicant.tel}',
    'confirm-step.test.tsx',
  ),
  screen(
    'confirm-step.tsx',
    '{formatDate(application.birth)}',
    '{formatDate(application.deliveryDate)}',
    'confirm-step.test.tsx',
  ),
  screen(
    'application-card.tsx',
    'date={application.createdAt}',
    'date={application.deliveryDate}',
    'shown-values.test.tsx',
  ),
  screen(
    'application-card.tsx',
    "stage === 'ended' ? null : application.amountYen",
    'application.amountYen',
    'shown-values.test.tsx',
  ),
  screen(
    'applications/application-facts.tsx',
    "needReceipt ? '希望する' : '希望しない'",
    "needReceipt ? '希望しない' : '希望する'",
    'shown-values.test.tsx',
  ),
  screen(
    'item-table.tsx',
    '{formatYen(amountYen)}',
    '{formatYen(amountYen / 10)}',
    'shown-values.test.tsx',
  ),
  screen('item-table.tsx', 'quantity > 1', 'quantity > 2', 'shown-values.test.tsx'),
  screen(
    'own-associate.tsx',
    'formatYen(associate.owedYen)',
    'formatYen(associate.totalYen)',
    'own-associate.test.tsx',
  ),
  screen(
    'own-associate.tsx',
    'formatYen(associate.monthlyYen)',
    'formatYen(associate.monthlyCount)',
    'own-associate.test.tsx',
  ),
  screen('field.tsx', 'binding.error && errorId(binding)', 'undefined', 'refused-fields.test.tsx'),
  screen('field.tsx', 'id={errorId(binding)}', 'id={helpId(binding)}', 'refused-fields.test.tsx'),
  rule('freeze-kits.ts', ', notExists(frozen)', '', 'kit-batches.test.ts'),
  rule('batch-rows.ts', ' || batch.version !== version', '', 'kit-batches.test.ts'),
  rule(
    'mark-batch.ts',
    'if (reviewed.seen !== seen) throw',
    'if (false) throw',
    'kit-batches.test.ts',
  ),
  rule('mark-batch.ts', '.filter(isToLeave)', '', 'kit-batches.test.ts'),
  rule('mark-kits-sent.ts', 'printed.get(appraisalId) ?? count', 'count', 'kit-batches.test.ts'),
  rule(
    'box-flags.ts',
    "        ...{ carrier: '', trackingNumber: '' },\n",
    '',
    'carrier-answers.test.ts',
  ),
  rule(
    'mail-tracking.ts',
    "['kit-sent', 'kit-tracking']",
    "['kit-sent']",
    'carrier-answers.test.ts',
  ),
  rule('judge-answer.ts', "told === 'sent' && isPast", 'false', 'carrier-answers.test.ts'),
  rule('out-boxes.ts', '1 - silentAfterDays', '-silentAfterDays', 'carrier-answers.test.ts'),
  rule('pickup-files.ts', 'pickup.version !== version', 'false', 'pickups.test.ts'),
  rule('b2cloud-row.ts', "() => '5'", "() => '0'", 'pickups.test.ts'),
  rule('scan-queue.ts', ".replace(/[\\p{Cc}\\p{Cs}]+/gu, ' ')", '', 'scan-queue.test.ts'),
  rule('scan-rule.ts', "number > boxes ? 'extra'", "number >= boxes ? 'extra'", 'scanning.test.ts'),
  rule(
    'intake/take-back.ts',
    '  if (await hasWaitingResult(tx, appraisalId)) throw waits();\n',
    '',
    'scanning.test.ts',
  ),
  rule(
    'undo-step.ts',
    '$count(appraisalDraftItems, onTable)) > 0',
    '$count(appraisalDraftItems, onTable)) < 0',
    'drafts.test.ts',
  ),
  rule(
    'draft-steps.ts',
    '      await demandSeen(changing.tx, changing.draft, version);\n',
    '',
    'drafts.test.ts',
  ),
  rule(
    'change-draft.ts',
    'if (await hasWaitingResult(tx, appraisalId)) ',
    'if (false) ',
    'drafts.test.ts',
  ),
  rule('receiving.ts', 'and back.undoes =', 'and back.undoes <>', 'drafts.test.ts'),
  reversal(
    'price-suggestions.ts',
    ', isNull(appraisals.reversedAt)',
    '',
    'price-suggestions.test.ts',
  ),
  screen('item-queue.ts', ' || pending.refusal', '', 'item-queue.test.ts'),
  rule(
    'release-batch.ts',
    'if (fitting.has(appraisalId)) return [];',
    'if (accepted.some(({ result }) => result.row === row)) return [];',
    'waiting.test.ts',
  ),
  rule(
    'release-batch.ts',
    '  if (version === undefined && !isDue) return;\n',
    '',
    'waiting.test.ts',
  ),
  rule(
    'edit-rows.ts',
    '  if (row.version !== version) throw changedMeanwhile(row);\n',
    '',
    'waiting.test.ts',
  ),
  rule(
    'waiting/flagged.ts',
    ` or \${flags} @> '[{"code":"does-not-fit"}]'::jsonb`,
    '',
    'waiting.test.ts',
  ),
  rule(
    'corrections/corrections.ts',
    '    correction.version < application.version &&\n',
    '',
    'corrections.test.ts',
  ),
  rule(
    'correction-mails.ts',
    "[...resultKinds, 'result-corrected']",
    '[...resultKinds]',
    'corrections.test.ts',
  ),
  rule('notify-donors.ts', ', isNull(appraisals.correctsId)', '', 'corrections.test.ts'),
  rule(
    'identity-hold.ts',
    "['identity-due', 'identity-returned']",
    "['identity-returned']",
    'results.test.ts',
  ),
  reversal('count-batch.ts', ' and d.reversed_at is null', '', 'corrections.test.ts'),
  reversal('result-mails.ts', ' and w.id > m.id', '', 'reverse-batch.test.ts'),
  rule(
    'admin-steps.ts',
    'row.version !== seen.version',
    'row.version < seen.version',
    'steps.test.ts',
  ),
  rule(
    'cancel-on-hold.ts',
    'if (version !== row.version)',
    'if (version !== undefined && version !== row.version)',
    'application-actions.test.ts',
  ),
  rule('donor-mails.ts', "        eq(outboxMails.state, 'waiting'),\n", '', 'steps.test.ts'),
  rule('undo-step.ts', "if (email === '') return", 'if (false) return', 'steps.test.ts'),
  rule(
    'edit-application.ts',
    'from: row.email, to: stored.email',
    'from: stored.email, to: row.email',
    'editing.test.ts',
  ),
  rule(
    'donor-mails.ts',
    "isFormer ? lines.map(([label]) => [label, '変更しました']) : lines",
    'lines',
    'editing.test.ts',
  ),
  rule(
    'overdue.ts',
    'addDays(today, -days[step])',
    'addDays(today, 1 - days[step])',
    'promised-days.test.ts',
  ),
  rule('measured-days.ts', ` and \${event}.undoes is null`, '', 'promised-days.test.ts'),
  rule('seller-review.ts', 'facts[path] > today', 'facts[path] < today', 'seller-review.test.ts'),
  rule('enter-purchases.ts', 'and i.amount_yen > 0 and', 'and', 'dealer-ledger.test.ts'),
  rule(
    'cancel-purchases.ts',
    '\n      and not exists (select 1 from dealer_entries c where c.corrects = e.id)',
    '',
    'dealer-ledger.test.ts',
  ),
  rule(
    'duty.ts',
    'seller.letterDemanded && seller.letterDeliveredOn === null',
    'false',
    'seller-review.test.ts',
  ),
];
