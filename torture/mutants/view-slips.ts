import { type Slip, slip } from './slip.ts';

const night = slip('time zone', 'test/night-and-noon.test.ts');
const view = slip('view', 'test/one-truth.test.ts');

/** Slips in days between midnight and nine, and in one of several views of the same data. */
export const viewSlips: readonly Slip[] = [
  night(
    'list-facts.ts',
    'kitSentOn: at ? jstDay(at)',
    'kitSentOn: at ? at.toISOString().slice(0, 10)',
  ),
  night(
    'application-status.ts',
    'since: jstDay(row.stateChangedAt)',
    'since: row.stateChangedAt.toISOString().slice(0, 10)',
  ),
  night(
    'applications/admin-list.ts',
    'const stateDay = jstDay(row.stateChangedAt);',
    'const stateDay = row.stateChangedAt.toISOString().slice(0, 10);',
  ),
  night(
    'out-boxes.ts',
    'addDays(jstDay(at), 1 - silentAfterDays)',
    'addDays(at.toISOString().slice(0, 10), 1 - silentAfterDays)',
  ),
  night(
    'exception-list.ts',
    'lt(boxExceptions.dueOn, jstDay(at))',
    'lt(boxExceptions.dueOn, at.toISOString().slice(0, 10))',
  ),
  night(
    'exception-rows.ts',
    'exception.dueOn < jstDay(at)',
    'exception.dueOn < at.toISOString().slice(0, 10)',
  ),
  night(
    'letter-list.ts',
    'addDays(jstDay(at), -letterSilentDays)',
    'addDays(at.toISOString().slice(0, 10), -letterSilentDays)',
  ),
  night(
    'applications/apply.ts',
    'demandAccepted(body, offer, jstDay(now))',
    'demandAccepted(body, offer, now.toISOString().slice(0, 10))',
  ),
  night(
    'reminders.ts',
    'addDays(jstDay(clock()), -days)',
    'addDays(clock().toISOString().slice(0, 10), -days)',
  ),
  night(
    'draft-steps.ts',
    'jstDay(draft.finishedAt ?? at)',
    '(draft.finishedAt ?? at).toISOString().slice(0, 10)',
  ),
  night(
    'certification-alerts.ts',
    'const today = jstDay(at);',
    'const today = at.toISOString().slice(0, 10);',
  ),
  night(
    'overdue.ts',
    'startOfJstDay(addDays(today, -days[step]))',
    'new Date(addDays(today, -days[step]))',
  ),
  night('audit-log.ts', 'gte(entries.at, startOfJstDay(day))', 'gte(entries.at, new Date(day))'),
  night(
    'line-list.ts',
    'gte(ledgerLines.at, startOfJstMonth(month))',
    "gte(ledgerLines.at, new Date(month + '-01'))",
  ),
  night(
    'since-then.ts',
    'const day = jstDay(then);',
    'const day = then.toISOString().slice(0, 10);',
  ),
  view(
    'dealer-ledger/routes.ts',
    "['氏名', ({ partyName }) => partyName]",
    "['氏名', ({ partyAddress }) => partyAddress]",
  ),
  view('enter-purchases.ts', " || ' ' || p.building)", ')'),
  view(
    'donors/admin-routes.ts',
    '({ tel }) => formatPhone(tel)',
    '({ tel }) => formatPhone(tel).slice(1)',
  ),
  view(
    'batch-columns.ts',
    "['前と同じ行', ({ unchanged }) => String(unchanged)]",
    "['前と同じ行', ({ accepted }) => String(accepted)]",
  ),
  view(
    'remittances/admin-routes.ts',
    "['事務手数料', ({ feeYen }: Remittance) => yen(feeYen)]",
    "['事務手数料', ({ handlingYen }: Remittance) => yen(handlingYen)]",
  ),
  view(
    'statements/routes.ts',
    '({ giftCount }) => String(giftCount)',
    '({ giftCount }) => String(giftCount - 1)',
  ),
  view(
    'funds/admin-routes.ts',
    "['団体', ({ associateName }: Payout) => associateName]",
    "['団体', ({ fundName }: Payout) => fundName]",
  ),
  view('mail/routes.ts', "['宛先', ({ to }) => to]", "['宛先', ({ subject }) => subject]"),
  view(
    'mail-content.ts',
    '    ...blocks.filter(isShown).map(renderBlock),\n',
    '    ...blocks.filter(isShown).slice(1).map(renderBlock),\n',
  ),
  view(
    'staff/routes.ts',
    "(isRemitted ? '送金済み' : 'これから')",
    "(isRemitted ? '送金済み' : '送金済み')",
  ),
  view('staff.ts', 'monthlyCount: current?.count ?? 0', 'monthlyCount: (current?.count ?? 1) - 1'),
  view('staff.ts', '(sum, one) => sum + one.yen, 0)', '(sum, one) => sum + one.yen, 1)'),
  view('history-file.ts', 'String(row.amountYen),', 'String(row.appraisedYen),'),
  view(
    'slip-lines.ts',
    'joinParts([prefecture, city, town])',
    'joinParts([prefecture, town, city])',
  ),
  view(
    'split-address.ts',
    'const street = streetOf({ prefecture, line1, line2 });',
    'const street = streetOf({ prefecture, line1: line2, line2: line1 });',
  ),
  view(
    'free-layout.ts',
    '    recipient.line1,\n    recipient.line2,\n',
    '    recipient.line2,\n    recipient.line1,\n',
  ),
  view(
    'batch-entries.ts',
    'address: wholeAddress(recipient),',
    'address: wholeAddress({ ...recipient, line2: recipient.building, building: recipient.line2 }),',
  ),
  view(
    'pickup-list.ts',
    'wholeAddress(application),',
    "wholeAddress({ ...application, building: '' }),",
  ),
];
