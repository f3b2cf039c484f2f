import { paper, type Slip } from './slip.ts';

/** Faults that papers once had: each is brought back by one change at least (docs/robustness.md has the table). */
export const paperSlips: readonly Slip[] = [
  // Void papers come back to life, or print another text than they were issued with.
  paper(
    'receipts/paper-record.ts',
    "and e.kind <> 'issued')`;\n\n/** Papers that",
    `and e.kind <> 'issued' and exists (
    select from receipt_gifts g where g.receipt_number = \${receipts.number} and not exists (select from donations d
    where d.appraisal_id = g.appraisal_id and d.reversed_at is null and d.amount_yen = g.amount_yen)))\`;

/** Papers that`,
    'server/receipts/papers.test.ts',
  ),
  paper(
    'receipts/receipts.ts',
    "      demandHolding(record, 'Gone');\n",
    '',
    'server/receipts/receipts.test.ts',
  ),
  paper(
    'receipts/receipts.ts',
    'issuedAt: record.issuedAt,',
    'issuedAt: clock(),',
    'draw-receipt.test.ts',
  ),
  paper(
    'receipts/receipts.ts',
    `stated.verifyPage ?? \`\${publicUrl}/verify\``,
    `\`\${publicUrl}/verify\``,
    'server/receipts/papers.test.ts',
  ),
  // Papers that are void at birth, and mails that name them.
  paper(
    'receipts/paper-record.ts',
    `    sql\`not exists (select from receipt_events e where e.receipt_number = \${receipts.number} and e.kind <> 'issued')\`,\n`,
    '',
    'server/receipts/papers.test.ts',
  ),
  paper(
    'correct-papers.ts',
    'if (!line || isTrue) continue;',
    'if (!line) continue;',
    'corrections.test.ts',
  ),
  paper('issuing.ts', '        demandHolding(old);\n', '', 'server/receipts/receipts.test.ts'),
  paper(
    'correction-mails.ts',
    'wasIssued(paper) && !paper.ending)),',
    'wasIssued(paper))),',
    'corrections.test.ts',
  ),
  // A restored backup gives numbers out again, and an earlier paper is confirmed by a later one's facts.
  paper(
    'numbers/numbers.ts',
    `receipt: { write: (year, mark, count) => \`\${year}\${mark}-`,
    `receipt: { write: (year, _mark, count) => \`\${year}-`,
    'numbers.test.ts',
  ),
  paper(
    'numbers/numbers.ts',
    'sql`select kind, year, floor from json_to_recordset',
    'sql`select kind, year, floor - 1 as floor from json_to_recordset',
    'numbers.test.ts',
  ),
  paper(
    'receipts/paper-record.ts',
    'const code = newCode();',
    "const code = hashOfCode(number, secret).toUpperCase().replace(/[^0-9A-Z]|[ILOU]/g, '0').replace(/^(.{4})(.{4})(.{4}).*$/, '$1-$2-$3');",
    'numbers.test.ts',
  ),
  paper(
    'verify-code.ts',
    `createHash('sha256').update(\`\${number} \${code}\`).digest('base64url')`,
    `\`\${number} \${code}\``,
    'numbers.test.ts',
  ),
  paper(
    'receipts/receipts.ts',
    '          eq(receiptsTable.verifyCodeHash, hashOfCode(number, code)),\n',
    '',
    'numbers.test.ts',
  ),
  paper(
    'receipt-answer.tsx',
    "heads[verdict.verdict === 'known' ? verdict.state : 'unknown']",
    "heads[verdict.verdict === 'known' ? verdict.state : 'void']",
    'receipt-answer.test.tsx',
  ),
  // A single receipt and a year's paper stand over the same gift.
  paper(
    'issuing.ts',
    '        demandNamed(replaces, request.replaces);\n',
    '',
    'server/receipts/papers.test.ts',
  ),
  paper(
    'issuing.ts',
    '            replaces,\n            reason: ',
    '            replaces: [],\n            reason: ',
    'server/receipts/papers.test.ts',
  ),
  paper(
    '0004_papers.sql',
    'CREATE UNIQUE INDEX "receipt_gifts_standing"',
    'CREATE INDEX "receipt_gifts_standing"',
    'server/receipts/papers-migration.test.ts',
  ),
  paper(
    'receipt-runs/issue-paper.ts',
    "keepsSingles && held.some((one) => one.kind === 'donation')",
    'false',
    'server/receipt-runs/deliveries.test.ts',
  ),
  // A year's statement is not what was received in it.
  paper(
    'year-rows.ts',
    'from periods p join donations d on d.received_on between',
    "from periods p join donations d on (d.donated_at at time zone 'Asia/Tokyo')::date between",
    'server/statements/years.test.ts',
  ),
  paper(
    'year-rows.ts',
    `in \${ownOf(associateId)} and d.reversed_at is null and d.received_on`,
    `in \${ownOf(associateId)} and d.received_on`,
    'server/statements/years.test.ts',
  ),
  paper(
    'year-rows.ts',
    'coalesce(g.fee_yen, 0)::float8 as "feeYen"',
    '0::float8 as "feeYen"',
    'server/statements/years.test.ts',
  ),
  paper(
    'statements/returns.ts',
    'coalesce(x.correction_yen, 0)::float8 as',
    '0::float8 as',
    'server/statements/years.test.ts',
  ),
  paper(
    'statements/returns.ts',
    'select i.remittance_id from again a join owed_items i on i.returned_id = a.id and i.remittance_id is not null',
    'select i.remittance_id from again a join owed_items i on i.returned_id = a.id and false',
    'server/statements/years.test.ts',
  ),
  paper(
    'year-items.ts',
    'd.amount_yen::float8 as "giftYen"',
    '(d.amount_yen - d.fee_yen)::float8 as "giftYen"',
    'server/statements/years.test.ts',
  ),
  // Name and address: those of now are asked for, a correction is another paper that names the former.
  paper(
    'issuing.ts',
    '            ...(donor && writtenDonor(donor)),\n',
    '',
    'server/receipts/papers.test.ts',
  ),
  paper(
    'issuing.ts',
    'if (paper.donorName === donorName && paper.donorAddress === donorAddress) return paper;',
    'if (donorName !== donorAddress) return paper;',
    'server/receipts/papers.test.ts',
  ),
  paper(
    'receipt-pages.ts',
    `\`番号 \${repeated} の証明書を再発行したものです\``,
    "'再発行したものです'",
    'server/receipts/receipt-layout.test.ts',
  ),
  paper(
    'paper-dialog.tsx',
    '        lastName: names.lastName,\n',
    "        lastName: '',\n",
    'app/receipts/sending.test.tsx',
  ),
  paper(
    'receipt-runs/issue-paper.ts',
    `orderBy(sql\`\${applications.createdAt} desc\`)`,
    'orderBy(applications.createdAt)',
    'server/receipt-runs/deliveries.test.ts',
  ),
  // A dashed place stands for a seal that there is not.
  paper(
    'receipt-pages.ts',
    '  if (!picture) return y;\n',
    `  if (!picture) {
    if (!pen.isDry) pen.doc.save().dash(3, {}).rect(seal.x, seal.y, 72, 72).stroke().restore();
    return y;
  }
`,
    'receipt-layout.test.ts',
  ),
  // The two days of a gift are called by several names, or no sum leads from one to the other.
  paper(
    'two-days.ts',
    "decidedDayLabel = '寄付が決まった日'",
    "decidedDayLabel = '寄付日'",
    'history-file.test.ts',
  ),
  paper(
    'statements/routes.ts',
    '[receivedDayLabel, ({ receivedOn }) => day(receivedOn)],',
    "['着金日', ({ receivedOn }) => day(receivedOn)],",
    'test/one-truth.test.ts',
  ),
  paper(
    'two-days.ts',
    'isArrived(gift) && !isDecided(gift)',
    'isArrived(gift)',
    'two-days.test.ts',
  ),
  paper(
    'year-by-days.tsx',
    '          <Part label="前の年までに決まったもの" sum={parts.decidedBefore} />\n',
    '',
    'year-by-days.test.tsx',
  ),
  // Sentences about costs that are untrue under one of three agreements, and 届いた of what was only decided.
  paper(
    'arrival-words.ts',
    `feeBasisPoints > 0 ? \`\${(10_000 - feeBasisPoints) / 100}%\` : '全額'`,
    "feeBasisPoints > 10_000 ? '' : '全額'",
    'domain/ledger/cost-words.test.ts',
  ),
  paper(
    'cost-claims.ts',
    'const free = total - totalOf(costly);',
    'const free = total;',
    'app/cost-claims.test.tsx',
  ),
  paper(
    'cost-words.ts',
    `    ...(handlingYen > 0 ? [\`1箱につき\${formatYen(handlingYen)}円\`] : []),\n`,
    '',
    'domain/ledger/cost-words.test.ts',
  ),
  paper(
    'cost-words.ts',
    'yen: givenYen - costYen },',
    'yen: givenYen },',
    'app/cost-claims.test.tsx',
  ),
  paper(
    'ledger/terms.ts',
    'and (a.ends_on is null or a.ends_on >= q.day)',
    '',
    'server/ledger/agreement-days.test.ts',
  ),
  paper(
    'gift-strip.tsx',
    '        に決まったご寄付の一部です。',
    '        に届いたご寄付の一部です。',
    'app/cost-claims.test.tsx',
  ),
  paper(
    'fund-figures.tsx',
    '件のご寄付が決まりました。',
    '件のご寄付が届いています。',
    'app/cost-claims.test.tsx',
  ),
  // A receipt states another sum than the rule says, or does not name the cost.
  paper(
    'receipts/gifts.ts',
    `receivedOn = '', amountYen }) => ({
      ...{ appraisalId, donationId, receivedOn, amountYen },`,
    `receivedOn = '', amountYen, feeYen, handlingYen }) => ({
      ...{ appraisalId, donationId, receivedOn, amountYen: amountYen - feeYen - handlingYen },`,
    'server/receipts/papers.test.ts',
  ),
  paper(
    'receipts/gifts.ts',
    'gifts.reduce((sum, { amountYen }) => sum + amountYen, 0);',
    'gifts.reduce((sum, { amountYen, feeYen }) => sum + amountYen - feeYen, 0);',
    'server/statements/years.test.ts',
  ),
  paper(
    'receipts/paper-record.ts',
    'select coalesce(sum(fee_yen), 0)::float8 as "feeYen"',
    'select 0::float8 as "feeYen"',
    'server/receipts/papers.test.ts',
  ),
  // A statement that is no invoice, or another one later.
  paper(
    'invoice.ts',
    `registration === '' ? noRegistration : \`登録番号　\${registration}\``,
    `\`登録番号　\${registration}\``,
    'draw-statement.test.ts',
  ),
  paper('invoice.ts', '(100 + taxRate)', '100', 'domain/statements/statement.test.ts'),
  paper('invoice.ts', 'Math.trunc(', 'Math.round(', 'domain/statements/statement.test.ts'),
  paper(
    'year-rows.ts',
    `sum(trunc((\${chargedYen}) * \${taxRate} / \${100 + taxRate}::numeric)) filter (where r.state = 'confirmed')`,
    `trunc(sum((\${chargedYen}) * \${taxRate} / \${100 + taxRate}::numeric) filter (where r.state = 'confirmed'))`,
    'server/statements/years.test.ts',
  ),
  paper(
    'paper-charges.ts',
    "  if (statement.state !== 'confirmed') return { title: '', told: '', rows: [] };\n",
    '',
    'draw-statement.test.ts',
  ),
  paper(
    'statements/paper-record.ts',
    'if (last && (last.digest === digest || !mayChange)) return last.said as P;',
    '',
    'given-papers.test.ts',
  ),
  paper('statements/period.ts', 'usualFirstMonth = 4', 'usualFirstMonth = 1', 'period.test.ts'),
  paper(
    'statements/fiscal-years.ts',
    '(await readChanges(source, associateId)).map(({ startsIn }) => startsIn);',
    '(await readChanges(source, associateId)).flatMap(() => []);',
    'fiscal-years.test.ts',
  ),
  paper(
    'year-rows.ts',
    '(coalesce(paid.payout_yen, 0) + coalesce(again.payout_yen, 0))::float8 as "payoutYen"',
    'coalesce(paid.payout_yen, 0)::float8 as "payoutYen"',
    'server/statements/years.test.ts',
  ),
  // A list of givers names who never agreed; copies count a gift twice.
  paper(
    'giver-list.ts',
    '((d.need_receipt and a.last_name',
    '((a.last_name',
    'giver-lists.test.ts',
  ),
  paper(
    'giver-list.ts',
    'where g.appraisal_id = d.appraisal_id and r.associate_id = d.associate_id',
    'where g.appraisal_id = d.appraisal_id',
    'giver-lists.test.ts',
  ),
  paper(
    'giver-lists/routes.ts',
    "const needs = 'second-factor-shown' as const;",
    'const needs = undefined;',
    'giver-lists.test.ts',
  ),
  paper(
    'giver-list.ts',
    'details: ({ period, purpose }) => ({ period, purpose: givingPurposeLabels[purpose] }),',
    'details: ({ period }) => ({ period }),',
    'giver-lists.test.ts',
  ),
  paper(
    'receipt-copies.ts',
    `coalesce(sum(r.amount_yen) filter (where e.id is null), 0)::float8 as "validYen",
      count(*) filter (where e.kind = 'replaced')::int as "replacedCount",
      count(*) filter (where e.kind = 'voided')::int as "voidCount"
    from \${withEndings} where \${selected(which)}`,
    `coalesce(sum(r.amount_yen), 0)::float8 as "validYen",
      count(*) filter (where e.kind = 'replaced')::int as "replacedCount",
      count(*) filter (where e.kind = 'voided')::int as "voidCount"
    from \${withEndings} where \${selected(which)}`,
    'giver-lists.test.ts',
  ),
  paper(
    'receipt-copies.ts',
    `coalesce(sum(r.amount_yen) filter (where e.id is null), 0)::float8 as "validYen",
      count(*) filter (where e.kind = 'replaced')::int as "replacedCount",
      count(*) filter (where e.kind = 'voided')::int as "voidCount"
    from \${withEndings} where r.associate_id`,
    `coalesce(sum(r.amount_yen), 0)::float8 as "validYen",
      count(*) filter (where e.kind = 'replaced')::int as "replacedCount",
      count(*) filter (where e.kind = 'voided')::int as "voidCount"
    from \${withEndings} where r.associate_id`,
    'giver-lists.test.ts',
  ),
  // A run of receipts leaves somebody out, issues twice, or mails what goes by post.
  paper(
    'plan-run.ts',
    'where d.need_receipt and d.reversed_at',
    'where d.reversed_at',
    'receipt-runs.test.ts',
  ),
  paper(
    'plan-run.ts',
    `        when g.has_papers and not (g.has_singles and \${replacesSingles}) then 'issued'\n`,
    '',
    'receipt-runs.test.ts',
  ),
  paper(
    'receipt-runs/issue-paper.ts',
    '  if (samePaper) return {',
    '  if (!samePaper && samePaper) return {',
    'receipt-runs.test.ts',
  ),
  paper(
    'run-work.ts',
    "    if (delivery === 'mail') byMail",
    '    byMail',
    'server/receipt-runs/deliveries.test.ts',
  ),
  paper(
    'run-work.ts',
    "(await readUnreachable(tx, account.email)) === null ? 'mail' : 'post'",
    "account.email !== '' ? 'mail' : 'post'",
    'server/receipt-runs/deliveries.test.ts',
  ),
  paper(
    'receipt-runs/issue-paper.ts',
    '          eq(lastName, one.lastName),\n          eq(firstName, one.firstName),\n',
    '',
    'server/receipt-runs/deliveries.test.ts',
  ),
];
