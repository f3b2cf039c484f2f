import { type Slip, slip } from './slip.ts';

const planted = slip('planted');

/**
 * Slips that somebody planted who had not read the tests: orders, roundings, clamps, what is tidied, headers and the last of
 * a limit. docs/robustness.md says what the tests found of them, and which of them harm nothing.
 */
export const plantedSlips: readonly Slip[] = [
  planted(
    'associates/associates.ts',
    '.orderBy(desc(associateCertifications.expiresOn)',
    '.orderBy(associateCertifications.expiresOn',
    'test/many-rows/orders.test.ts',
  ),
  planted(
    'kits/freeze-kits.ts',
    '.orderBy(desc(kitBatches.day), desc(kitBatches.number))',
    '.orderBy(desc(kitBatches.number), desc(kitBatches.day))',
    'test/many-rows/orders.test.ts',
  ),
  planted(
    'people/associate-people.ts',
    '.orderBy(asc(memberships.createdAt)',
    '.orderBy(desc(memberships.createdAt)',
    'associate-people.test.ts',
  ),
  planted(
    'sales/sales.ts',
    'order by month desc',
    'order by month',
    'test/many-rows/orders.test.ts',
  ),
  planted(
    'pledges/read-pledges.ts',
    'asc(pledgeItems.position)',
    'desc(pledgeItems.position)',
    'pledge-writing.test.ts',
  ),
  planted('views/views.ts', 'asc(savedViews.name), ', '', 'test/many-rows/orders.test.ts'),
  planted(
    'thanks/letters.ts',
    'donationThanks.at} desc, ',
    'donationThanks.at}, ',
    'test/many-rows/orders.test.ts',
  ),
  planted(
    'staff/room-reads.ts',
    '.orderBy(desc(contentVersions.changedAt));',
    '.orderBy(contentVersions.changedAt);',
    'test/many-rows/orders.test.ts',
  ),
  planted(
    'tax-deduction/deduction.ts',
    'percentOf(incomeTaxYen, 25)',
    'percentOf(incomeTaxYen, 40)',
    'deduction.test.ts',
  ),
  planted(
    'associates/recent-gifts.ts',
    'Math.floor(yen / leastYen) * leastYen',
    'yen',
    'recent-gifts.test.ts',
  ),
  planted('books/line-list.ts', 'Math.max(-line.amountYen, 0)', '-line.amountYen', 'books.test.ts'),
  planted(
    'mail/sending.ts',
    'Math.min(firstPauseMs * 2 ** Math.min(mail.attempts, 20), longestRetryMs)',
    'firstPauseMs * 2 ** Math.min(mail.attempts, 20)',
    'refused-tries.test.ts',
  ),
  planted(
    'pledges/pledges.ts',
    'Math.ceil(total / pledgePageSize)',
    'Math.floor(total / pledgePageSize)',
    'many-rows/lists.test.ts',
  ),
  planted(
    'kits/kit-batch.ts',
    'part * labelsInFile - (start - 1),\n',
    'part * labelsInFile,\n',
    'kit-batch.test.ts',
  ),
  planted(
    'pages/search-budget.ts',
    'Math.min(burst, before.tokens + ((at - before.at) / 1_000) * perSecond)',
    'before.tokens + ((at - before.at) / 1_000) * perSecond',
    'search-budget.test.ts',
  ),
  planted(
    'associates/merge.ts',
    "confirmation.normalize('NFKC') !== told",
    'confirmation !== told',
    'associates/merge.test.ts',
  ),
  planted('auth/passwords.ts', "password.normalize('NFKC')", 'password', 'auth/sign-in.test.ts'),
  planted(
    'tracking/read-answer.ts',
    "(cells[index] ?? '').trim()",
    "(cells[index] ?? '')",
    'read-answer.test.ts',
  ),
  planted(
    'service-facts/service-facts-schema.ts',
    'toHalfWidth(text).trim()',
    'text.trim()',
    'service-facts.test.ts',
  ),
  planted('funds/admin-routes.ts', 'query.name.trim()', 'query.name', 'funds.test.ts'),
  planted('mail/sending.ts', ".replaceAll('\\0', '')", '', 'refused-tries.test.ts'),
  planted(
    'http/send-refusal.ts',
    ".header('cache-control', 'no-store')",
    ".header('cache-control', 'no-cache')",
    'before-routes.test.ts',
  ),
  planted(
    'admin/security-page.tsx',
    "  { name: 'robots', content: 'noindex' },\n",
    '',
    'no-index.test.ts',
  ),
  planted(
    'setup/opens-soon.tsx',
    '      <meta name="robots" content="noindex" />\n',
    '',
    'no-index.test.ts',
  ),
  planted(
    'reversal/reverse-batch.ts',
    '      .slice(0, mostBlockedShown)\n',
    '',
    'many-rows/lists.test.ts',
  ),
  planted('text/some-of.ts', 'left > 0 ?', 'left >= 0 ?', 'some-of.test.ts'),
  planted(
    'receipts/issued.ts',
    'Number(receivedOn.slice(0, 4))',
    'Number(receivedOn.slice(2, 4))',
    'receipts.test.ts',
  ),
  planted(
    'remittances/cover-funds.ts',
    'Math.min(leftYen, rest)',
    'leftYen',
    'follow-gifts.test.ts',
  ),
  planted(
    'steps/since-then.ts',
    'Math.max(1, version - seen)',
    'version - seen + 1',
    'since-then.test.ts',
  ),
  planted(
    'services/oidc-protocol.ts',
    'text(profile.given_name).slice(0, longestName)',
    'text(profile.given_name)',
    'service-sign-in.test.ts',
  ),
  planted(
    'bank-answers/bank-row.ts',
    '.slice(0, longestDescription).join',
    '.join',
    'bank-columns.test.ts',
  ),
  planted(
    'tracking/mail-tracking.ts',
    'numbers.join()',
    "numbers[0] ?? ''",
    'carrier-answers.test.ts',
  ),
  planted('limits/client-address.ts', 'groups[5] === 0xffff', 'true', 'client-address.test.ts'),
  planted(
    'http/accepted-encoding.ts',
    "part.split(';').map((text) => text.trim())",
    "part.split(';')",
    'accepted-encoding.test.ts',
  ),
  planted(
    'markdown/edit-markdown.ts',
    "line.trim() === '' && lines.length > 1",
    "line === '' && lines.length > 1",
    'edit-markdown.test.ts',
  ),
  planted('kits/customer-number.ts', "plain.endsWith('R') && ", '', 'customer-number.test.ts'),
  // Of a second planting: fields mixed up, parts of keys, what is left out of a loop, keys of before.
  planted(
    'promised-days/overdue-mails.ts',
    'dedupeKey: `promises-overdue:',
    'dedupeKey: `promises-overdue` || `',
    'promised-days.test.ts',
  ),
  planted(
    'dealer-ledger/dealer-ledger.ts',
    '        if (!rowCount) return;\n',
    '        return;\n',
    'dealer-ledger.test.ts',
  ),
  planted(
    'second-factor/waiting-sign-in.ts',
    "isRemembered ? 'remembered' : 'until closed'",
    "isRemembered ? 'remembered' : 'remembered '",
    'second-step.test.ts',
  ),
  planted(
    'sales/sale-row.ts',
    '/[\\s\\u3000、,，・]+/',
    '/[\\s\\u3000,，・]+/',
    'domain/sales/sales.test.ts',
  ),
  planted(
    'services/sealed-cookie.ts',
    'for (const one of [key, ...earlierKeys]) {',
    'for (const one of [key, ...earlierKeys.slice(0, 0)]) {',
    'sealed-cookie.test.ts',
  ),
  planted(
    'results/write-batch.ts',
    'itemFileName: names.items,',
    'itemFileName: names.csv,',
    'results/results.test.ts',
  ),
  planted(
    'templates/pledge-mails.ts',
    '/admin/pledge-reports?open=',
    '/admin/pledge-reports?of=',
    'pledge-reports.test.ts',
  ),
  planted(
    'journals/read-journals.ts',
    '{ ...stretch, withoutGifts: true }',
    '{ ...stretch, withoutGifts: false }',
    'journals.test.ts',
  ),
  planted(
    'inbox/reply-template.ts',
    "(values[name] ?? '') : whole",
    '(values[name] ?? whole) : whole',
    'reply-template.test.ts',
  ),
  planted(
    'pictures/crop-area.ts',
    'Math.min(100 - size, Math.max(0, middle - size / 2))',
    'Math.max(0, middle - size / 2)',
    'crop-area.test.ts',
  ),
  planted('values/kana.ts', "isEdited: event.kana !== '' };", 'isEdited: true };', 'kana.test.ts'),
  planted(
    'admin/list-place.ts',
    'body: { ...named, keyword } }',
    'body: { ...more, keyword } }',
    'list-place.test.ts',
  ),
];
