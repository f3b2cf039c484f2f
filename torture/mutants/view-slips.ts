import { type Slip, slip } from './slip.ts';

const night = slip('time zone', 'test/night-and-noon.test.ts');
const view = slip('view', 'test/one-truth.test.ts');

/** Slips in days between midnight and nine, and in one of several views of the same data. */
export const viewSlips: readonly Slip[] = [
  night(
    'admin-history.server.ts',
    'kitSentOn: at ? jstDay(at)',
    'kitSentOn: at ? at.toISOString().slice(0, 10)',
  ),
  night(
    'application-status.server.ts',
    'since: jstDay(row.stateChangedAt)',
    'since: row.stateChangedAt.toISOString().slice(0, 10)',
  ),
  night(
    'applications/admin-list.server.ts',
    'const stateDay = jstDay(row.stateChangedAt);',
    'const stateDay = row.stateChangedAt.toISOString().slice(0, 10);',
  ),
  night(
    'out-boxes.server.ts',
    'addDays(jstDay(at), 1 - silentAfterDays)',
    'addDays(at.toISOString().slice(0, 10), 1 - silentAfterDays)',
  ),
  night(
    'exception-list.server.ts',
    'lt(boxExceptions.dueOn, jstDay(at))',
    'lt(boxExceptions.dueOn, at.toISOString().slice(0, 10))',
  ),
  night(
    'exception-rows.server.ts',
    'exception.dueOn < jstDay(at)',
    'exception.dueOn < at.toISOString().slice(0, 10)',
  ),
  night(
    'letters.server.ts',
    'addDays(jstDay(at), -letterSilentDays)',
    'addDays(at.toISOString().slice(0, 10), -letterSilentDays)',
  ),
  night(
    'applications/apply.server.ts',
    'demandAccepted(body, offer, jstDay(now))',
    'demandAccepted(body, offer, now.toISOString().slice(0, 10))',
  ),
  night(
    'reminders.server.ts',
    'addDays(jstDay(clock()), -days)',
    'addDays(clock().toISOString().slice(0, 10), -days)',
  ),
  night(
    'draft-steps.server.ts',
    'jstDay(draft.finishedAt ?? at)',
    '(draft.finishedAt ?? at).toISOString().slice(0, 10)',
  ),
  night(
    'certification-alerts.server.ts',
    'const today = jstDay(at);',
    'const today = at.toISOString().slice(0, 10);',
  ),
  night(
    'overdue.server.ts',
    'startOfJstDay(addDays(today, -days[step]))',
    'new Date(addDays(today, -days[step]))',
  ),
  night(
    'audit-log.server.ts',
    'gte(entries.at, startOfJstDay(day))',
    'gte(entries.at, new Date(day))',
  ),
  night(
    'books/line-list.server.ts',
    'gte(ledgerLines.at, startOfJstMonth(month))',
    "gte(ledgerLines.at, new Date(month + '-01'))",
  ),
  night(
    'since-then.server.ts',
    'const day = jstDay(then);',
    'const day = then.toISOString().slice(0, 10);',
  ),
  view(
    'dealer-ledger/routes.server.ts',
    "['氏名', ({ partyName }) => partyName]",
    "['氏名', ({ partyAddress }) => partyAddress]",
  ),
  view('enter-purchases.server.ts', " || ' ' || p.building)", ')'),
  view(
    'donors/admin-routes.server.ts',
    '({ tel }) => formatPhone(tel)',
    '({ tel }) => formatPhone(tel).slice(1)',
  ),
  view(
    'batch-columns.server.ts',
    "['前と同じ行', ({ unchanged }) => String(unchanged)]",
    "['前と同じ行', ({ accepted }) => String(accepted)]",
  ),
  view(
    'remittances/admin-routes.server.ts',
    "['事務手数料', ({ feeYen }: Remittance) => yen(feeYen)]",
    "['事務手数料', ({ handlingYen }: Remittance) => yen(handlingYen)]",
  ),
  view(
    'statements/routes.server.ts',
    '({ giftCount }) => String(giftCount)',
    '({ giftCount }) => String(giftCount - 1)',
  ),
  view(
    'funds/admin-routes.server.ts',
    "['団体', ({ associateName }: Payout) => associateName]",
    "['団体', ({ fundName }: Payout) => fundName]",
  ),
  view('mail/routes.server.ts', "['宛先', ({ to }) => to]", "['宛先', ({ subject }) => subject]"),
  view(
    'mail-content.server.ts',
    '    ...blocks.filter(isShown).map(renderBlock),\n',
    '    ...blocks.filter(isShown).slice(1).map(renderBlock),\n',
  ),
  view(
    'room/routes.server.ts',
    "(isRemitted ? '送金済み' : 'これから')",
    "(isRemitted ? '送金済み' : '送金済み')",
  ),
  view(
    'staff.server.ts',
    'monthlyCount: current?.count ?? 0',
    'monthlyCount: (current?.count ?? 1) - 1',
  ),
  view('staff.server.ts', '(sum, one) => sum + one.yen, 0)', '(sum, one) => sum + one.yen, 1)'),
  view('donations.server.ts', 'String(row.amountYen),', 'String(row.appraisedYen),'),
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
    'free-layout.server.ts',
    '    recipient.line1,\n    recipient.line2,\n',
    '    recipient.line2,\n    recipient.line1,\n',
  ),
  view(
    'batch-entries.server.ts',
    'address: wholeAddress(recipient),',
    'address: wholeAddress({ ...recipient, line2: recipient.building, building: recipient.line2 }),',
  ),
  view(
    'pickup-list.server.ts',
    'wholeAddress(application),',
    "wholeAddress({ ...application, building: '' }),",
  ),
];
