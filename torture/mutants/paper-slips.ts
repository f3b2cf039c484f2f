import { paper, type Slip } from './slip.ts';

/** Faults that papers once had: each is brought back by one change at least (docs/robustness.md has the table). */
export const paperSlips: readonly Slip[] = [
  // Void papers come back to life, or print another text than they were issued with.
  paper(
    'receipts/paper-record.server.ts',
    "and e.kind <> 'issued')`;\n\n/** Papers that",
    `and e.kind <> 'issued' and exists (
    select from receipt_gifts g where g.receipt_number = \${receipts.number} and not exists (select from donations d
    where d.appraisal_id = g.appraisal_id and d.reversed_at is null and d.amount_yen = g.amount_yen)))\`;

/** Papers that`,
    'src/giving/receipts/papers.server.test.ts',
  ),
  paper(
    'receipts/receipts.server.ts',
    "  demandHolding(record, 'Gone');\n",
    '',
    'src/giving/receipts/receipts.server.test.ts',
  ),
  paper(
    'receipts/printed-paper.server.ts',
    'issuedAt: record.issuedAt,',
    'issuedAt: new Date(),',
    'draw-receipt.server.test.ts',
  ),
  paper(
    'receipts/printed-paper.server.ts',
    `stated.verifyPage ?? \`\${publicUrl}/verify\``,
    `\`\${publicUrl}/verify\``,
    'src/giving/receipts/papers.server.test.ts',
  ),
  // Papers that are void at birth, and mails that name them.
  paper(
    'receipts/paper-record.server.ts',
    `    sql\`not exists (select from receipt_events e where e.receipt_number = \${receipts.number} and e.kind <> 'issued')\`,\n`,
    '',
    'src/giving/receipts/papers.server.test.ts',
  ),
  paper(
    'correct-papers.server.ts',
    'if (!line || isTrue) continue;',
    'if (!line) continue;',
    'corrections.server.test.ts',
  ),
  paper(
    'issuing.server.ts',
    '    demandHolding(old);\n',
    '',
    'src/giving/receipts/receipts.server.test.ts',
  ),
  paper(
    'correction-mails.server.ts',
    'wasIssued(paper) && !paper.ending)),',
    'wasIssued(paper))),',
    'corrections.server.test.ts',
  ),
  // A restored backup gives numbers out again, and an earlier paper is confirmed by a later one's facts.
  paper(
    'numbers/numbers.server.ts',
    `receipt: { write: (year, mark, count) => \`\${year}\${mark}-`,
    `receipt: { write: (year, _mark, count) => \`\${year}-`,
    'numbers.server.test.ts',
  ),
  paper(
    'numbers/numbers.server.ts',
    'sql`select kind, year, floor from json_to_recordset',
    'sql`select kind, year, floor - 1 as floor from json_to_recordset',
    'numbers.server.test.ts',
  ),
  paper(
    'receipts/paper-record.server.ts',
    'const code = newCode();',
    "const code = hashOfCode(number, secret).toUpperCase().replace(/[^0-9A-Z]|[ILOU]/g, '0').replace(/^(.{4})(.{4})(.{4}).*$/, '$1-$2-$3');",
    'numbers.server.test.ts',
  ),
  paper(
    'paper-record.server.ts',
    `createHash('sha256').update(\`\${number} \${code}\`).digest('base64url')`,
    `\`\${number} \${code}\``,
    'numbers.server.test.ts',
  ),
  paper(
    'receipts/receipts.server.ts',
    '      eq(receiptsTable.verifyCodeHash, hashOfCode(number, code)),\n',
    '',
    'numbers.server.test.ts',
  ),
  paper(
    'receipt-answer.tsx',
    "heads[verdict.verdict === 'known' ? verdict.state : 'unknown']",
    "heads[verdict.verdict === 'known' ? verdict.state : 'void']",
    'receipt-answer.test.tsx',
  ),
  // A single receipt and a year's paper stand over the same gift.
  paper(
    'issuing.server.ts',
    '    demandNamed(replaces, request.replaces);\n',
    '',
    'src/giving/receipts/papers.server.test.ts',
  ),
  paper(
    'issuing.server.ts',
    '        replaces,\n        reason: ',
    '        replaces: [],\n        reason: ',
    'src/giving/receipts/papers.server.test.ts',
  ),
  paper(
    '0004_papers.sql',
    'CREATE UNIQUE INDEX "receipt_gifts_standing"',
    'CREATE INDEX "receipt_gifts_standing"',
    'src/giving/receipts/papers-migration.server.test.ts',
  ),
  paper(
    'receipt-runs/issue-paper.server.ts',
    "keepsSingles && held.some((one) => one.kind === 'donation')",
    'false',
    'src/giving/receipt-runs/deliveries.server.test.ts',
  ),
  // A year's statement is not what was received in it.
  paper(
    'year-rows.server.ts',
    'from periods p join donations d on d.received_on between',
    "from periods p join donations d on (d.donated_at at time zone 'Asia/Tokyo')::date between",
    'src/money/statements/years.server.test.ts',
  ),
  paper(
    'year-rows.server.ts',
    `in \${ownOf(associateId)} and d.reversed_at is null and d.received_on`,
    `in \${ownOf(associateId)} and d.received_on`,
    'src/money/statements/years.server.test.ts',
  ),
  paper(
    'year-rows.server.ts',
    'coalesce(g.fee_yen, 0)::float8 as "feeYen"',
    '0::float8 as "feeYen"',
    'src/money/statements/years.server.test.ts',
  ),
  paper(
    'statements/returns.server.ts',
    'coalesce(x.correction_yen, 0)::float8 as',
    '0::float8 as',
    'src/money/statements/years.server.test.ts',
  ),
  paper(
    'statements/returns.server.ts',
    'select i.remittance_id from again a join owed_items i on i.returned_id = a.id and i.remittance_id is not null',
    'select i.remittance_id from again a join owed_items i on i.returned_id = a.id and false',
    'src/money/statements/years.server.test.ts',
  ),
  paper(
    'year-items.server.ts',
    'd.amount_yen::float8 as "giftYen"',
    '(d.amount_yen - d.fee_yen)::float8 as "giftYen"',
    'src/money/statements/years.server.test.ts',
  ),
  // Name and address: those of now are asked for, a correction is another paper that names the former.
  paper(
    'issuing.server.ts',
    '        ...(donor && writtenDonor(donor)),\n',
    '',
    'src/giving/receipts/papers.server.test.ts',
  ),
  paper(
    'issuing.server.ts',
    'if (paper.donorName === donorName && paper.donorAddress === donorAddress) return paper;',
    'if (donorName !== donorAddress) return paper;',
    'src/giving/receipts/papers.server.test.ts',
  ),
  paper(
    'receipt-pages.server.ts',
    `\`番号 \${repeated} の証明書を再発行したものです\``,
    "'再発行したものです'",
    'src/giving/receipts/receipt-layout.server.test.ts',
  ),
  paper(
    'receipts/paper-dialog.tsx',
    '        lastName: names.lastName,\n',
    "        lastName: '',\n",
    'src/giving/receipts/sending.test.tsx',
  ),
  paper(
    'receipt-runs/issue-paper.server.ts',
    `orderBy(sql\`\${applications.createdAt} desc\`)`,
    'orderBy(applications.createdAt)',
    'src/giving/receipt-runs/deliveries.server.test.ts',
  ),
  // A dashed place stands for a seal that there is not.
  paper(
    'receipt-pages.server.ts',
    '  if (!picture) return y;\n',
    `  if (!picture) {
    if (!pen.isDry) pen.doc.save().dash(3, {}).rect(seal.x, seal.y, 72, 72).stroke().restore();
    return y;
  }
`,
    'receipt-layout.server.test.ts',
  ),
  // The two days of a gift are called by several names, or no sum leads from one to the other.
  paper(
    'two-days.ts',
    "decidedDayLabel = '寄付が決まった日'",
    "decidedDayLabel = '寄付日'",
    'history-file.server.test.ts',
  ),
  paper(
    'statements/routes.server.ts',
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
    'src/money/ledger/cost-words.test.ts',
  ),
  paper(
    'ledger/cost-claims.ts',
    'const free = total - totalOf(costly);',
    'const free = total;',
    'src/site/frame/cost-claims.test.tsx',
  ),
  paper(
    'cost-words.ts',
    `    ...(handlingYen > 0 ? [\`1箱につき\${formatYen(handlingYen)}円\`] : []),\n`,
    '',
    'src/money/ledger/cost-words.test.ts',
  ),
  paper(
    'cost-words.ts',
    'yen: givenYen - costYen },',
    'yen: givenYen },',
    'src/site/frame/cost-claims.test.tsx',
  ),
  paper(
    'ledger/terms.server.ts',
    'and (a.ends_on is null or a.ends_on >= q.day)',
    '',
    'src/money/ledger/agreement-days.server.test.ts',
  ),
  paper(
    'gift-strip.tsx',
    '        に決まったご寄付の一部です。',
    '        に届いたご寄付の一部です。',
    'src/site/frame/cost-claims.test.tsx',
  ),
  paper(
    'fund-figures.tsx',
    '件のご寄付が決まりました。',
    '件のご寄付が届いています。',
    'src/site/frame/cost-claims.test.tsx',
  ),
  // A receipt states another sum than the rule says, or does not name the cost.
  paper(
    'receipts/gifts.server.ts',
    `receivedOn = '', amountYen }) => ({
      ...{ appraisalId, donationId, receivedOn, amountYen },`,
    `receivedOn = '', amountYen, feeYen, handlingYen }) => ({
      ...{ appraisalId, donationId, receivedOn, amountYen: amountYen - feeYen - handlingYen },`,
    'src/giving/receipts/papers.server.test.ts',
  ),
  paper(
    'receipts/gifts.server.ts',
    'gifts.reduce((sum, { amountYen }) => sum + amountYen, 0);',
    'gifts.reduce((sum, { amountYen, feeYen }) => sum + amountYen - feeYen, 0);',
    'src/money/statements/years.server.test.ts',
  ),
  paper(
    'receipts/paper-record.server.ts',
    'select coalesce(sum(fee_yen), 0)::float8 as "feeYen"',
    'select 0::float8 as "feeYen"',
    'src/giving/receipts/papers.server.test.ts',
  ),
  // A statement that is no invoice, or another one later.
  paper(
    'invoice.ts',
    `registration === '' ? noRegistration : \`登録番号　\${registration}\``,
    `\`登録番号　\${registration}\``,
    'draw-statement.server.test.ts',
  ),
  paper('invoice.ts', '(100 + taxRate)', '100', 'src/money/statements/statement.test.ts'),
  paper('invoice.ts', 'Math.trunc(', 'Math.round(', 'src/money/statements/statement.test.ts'),
  paper(
    'year-rows.server.ts',
    `sum(trunc((\${chargedYen}) * \${taxRate} / \${100 + taxRate}::numeric)) filter (where r.state = 'confirmed')`,
    `trunc(sum((\${chargedYen}) * \${taxRate} / \${100 + taxRate}::numeric) filter (where r.state = 'confirmed'))`,
    'src/money/statements/years.server.test.ts',
  ),
  paper(
    'paper-charges.server.ts',
    "  if (statement.state !== 'confirmed') return { title: '', told: '', rows: [] };\n",
    '',
    'draw-statement.server.test.ts',
  ),
  paper(
    'statements/paper-record.server.ts',
    'if (last && (last.digest === digest || !mayChange)) return last.said as P;',
    '',
    'given-papers.server.test.ts',
  ),
  paper('statements/period.ts', 'usualFirstMonth = 4', 'usualFirstMonth = 1', 'period.test.ts'),
  paper(
    'statements/fiscal-years.server.ts',
    '(await readChanges(source, associateId)).map(({ startsIn }) => startsIn);',
    '(await readChanges(source, associateId)).flatMap(() => []);',
    'fiscal-years.server.test.ts',
  ),
  paper(
    'year-rows.server.ts',
    '(coalesce(paid.payout_yen, 0) + coalesce(again.payout_yen, 0))::float8 as "payoutYen"',
    'coalesce(paid.payout_yen, 0)::float8 as "payoutYen"',
    'src/money/statements/years.server.test.ts',
  ),
  // A list of givers names who never agreed; copies count a gift twice.
  paper(
    'giver-list.server.ts',
    "((d.need_receipt or consent.act = 'agreed') and a.last_name",
    '(a.last_name',
    'giver-lists.server.test.ts',
  ),
  // A consent outlives its withdrawal.
  paper(
    'giver-list.server.ts',
    'order by c.id desc limit 1',
    'order by c.id limit 1',
    'giver-consents.server.test.ts',
  ),
  paper(
    'giver-list.server.ts',
    'where g.appraisal_id = d.appraisal_id and r.associate_id = d.associate_id',
    'where g.appraisal_id = d.appraisal_id',
    'giver-lists.server.test.ts',
  ),
  paper(
    'giver-lists/routes.server.ts',
    "needs: 'second-factor-shown', ",
    '',
    'giver-lists.server.test.ts',
  ),
  paper(
    'giver-list.server.ts',
    'details: ({ period, purpose }) => ({ period, purpose: givingPurposeLabels[purpose] }),',
    'details: ({ period }) => ({ period }),',
    'giver-lists.server.test.ts',
  ),
  paper(
    'receipt-copies.server.ts',
    `coalesce(sum(r.amount_yen) filter (where e.id is null), 0)::float8 as "validYen",
      count(*) filter (where e.kind = 'replaced')::int as "replacedCount",
      count(*) filter (where e.kind = 'voided')::int as "voidCount"
    from \${withEndings} where \${selected(which)}`,
    `coalesce(sum(r.amount_yen), 0)::float8 as "validYen",
      count(*) filter (where e.kind = 'replaced')::int as "replacedCount",
      count(*) filter (where e.kind = 'voided')::int as "voidCount"
    from \${withEndings} where \${selected(which)}`,
    'giver-lists.server.test.ts',
  ),
  paper(
    'receipt-copies.server.ts',
    `coalesce(sum(r.amount_yen) filter (where e.id is null), 0)::float8 as "validYen",
      count(*) filter (where e.kind = 'replaced')::int as "replacedCount",
      count(*) filter (where e.kind = 'voided')::int as "voidCount"
    from \${withEndings} where r.associate_id`,
    `coalesce(sum(r.amount_yen), 0)::float8 as "validYen",
      count(*) filter (where e.kind = 'replaced')::int as "replacedCount",
      count(*) filter (where e.kind = 'voided')::int as "voidCount"
    from \${withEndings} where r.associate_id`,
    'giver-lists.server.test.ts',
  ),
  // A run of receipts leaves somebody out, issues twice, or mails what goes by post.
  paper(
    'plan-run.server.ts',
    'where d.need_receipt and d.reversed_at',
    'where d.reversed_at',
    'receipt-runs.server.test.ts',
  ),
  paper(
    'plan-run.server.ts',
    `        when g.has_papers and not (g.has_singles and \${replacesSingles}) then 'issued'\n`,
    '',
    'receipt-runs.server.test.ts',
  ),
  paper(
    'receipt-runs/issue-paper.server.ts',
    '  if (samePaper) return {',
    '  if (!samePaper && samePaper) return {',
    'receipt-runs.server.test.ts',
  ),
  paper(
    'run-work.server.ts',
    "    if (delivery === 'mail') byMail",
    '    byMail',
    'src/giving/receipt-runs/deliveries.server.test.ts',
  ),
  paper(
    'run-work.server.ts',
    "(await readUnreachable(tx, account.email)) === null ? 'mail' : 'post'",
    "account.email !== '' ? 'mail' : 'post'",
    'src/giving/receipt-runs/deliveries.server.test.ts',
  ),
  paper(
    'receipt-runs/issue-paper.server.ts',
    '          eq(lastName, one.lastName),\n          eq(firstName, one.firstName),\n',
    '',
    'src/giving/receipt-runs/deliveries.server.test.ts',
  ),
];
