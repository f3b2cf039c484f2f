import { rule, type Slip } from './slip.ts';

const reads = ['staff-reads.test.ts'];
const headers = ['odd-headers.test.ts'];
const keys = ['idempotency.test.ts'];
const filled = ['filled-texts.test.ts'];
const budgets = ['budgets.test.ts'];

/** Slips in recorded reads, malformed headers, idempotency keys and filled texts. */
export const accessSlips: readonly Slip[] = [
  rule(
    'audited-list.ts',
    'list.isPersonal === false',
    'list.isPersonal !== undefined || rows.length === 0',
    ...reads,
  ),
  rule('audited-list.ts', '.list`', '.export`', ...reads),
  rule(
    'resets.ts',
    "        action: 'second-factor.list',",
    "        action: 'second-factor.ask',",
    ...reads,
  ),
  rule('mail.ts', "'mails.read'", "'mails.list'", ...reads),
  rule(
    'paging.ts',
    'const config = { allow, notes, ...(needs && { needs }) };',
    'const config = { allow, ...(needs && { needs }) };',
    ...reads,
  ),
  rule('csv-cell.ts', '/^[=+\\-@＝＋－＠\\t\\r\\n]/', '/^[+\\-@＝＋－＠\\t\\r\\n]/', ...reads),
  rule(
    'versions.ts',
    'if (version === undefined) throw unreadable();',
    'if (version === undefined) return undefined;',
    ...headers,
  ),
  rule(
    'versions.ts',
    'if (ifMatch === undefined) return undefined;',
    "if (!ifMatch || ifMatch.trim() === '*') return undefined;",
    ...headers,
  ),
  rule('versions.ts', '(?:W\\/)?"(0|[1-9]', '"(0|[1-9]', ...headers),
  rule('versions.ts', '"\\s*$/.exec(ifMatch)', '"/.exec(ifMatch)', ...headers),
  rule(
    'idempotency.ts',
    'kept.bodyHash !== hashOf(body) || kept.route !== route',
    'kept.bodyHash !== hashOf(body)',
    ...keys,
  ),
  rule(
    'idempotency.ts',
    'kept.bodyHash !== hashOf(body) || kept.route !== route',
    'kept.route !== route',
    ...keys,
  ),
  rule(
    'idempotency.ts',
    '.where(and(eq(idempotencyKeys.actor, actor), eq(idempotencyKeys.key, key)));\n  if',
    '.where(eq(idempotencyKeys.key, key));\n  if',
    ...keys,
  ),
  rule('box-exceptions.ts', 'actor: person.uid, key', "actor: '0', key", ...keys),
  rule('threads.ts', '{step.id}/reply`', '{step.version}/reply`', ...keys),
  rule('idempotency-key.ts', '[ -+\\--~]', '[ -~]', ...keys),
  rule(
    'thanks.ts',
    '    return variable === thanksVariables.associate ? associateName : variable;\n  });',
    '    return variable === thanksVariables.associate ? associateName : variable;\n  }).replace(thanksVariables.associate, associateName);',
    ...filled,
  ),
  rule('journal-files.ts', '() => owner', 'owner', ...filled),
  rule(
    'mail-template.ts',
    "    return Object.hasOwn(values, name) ? (values[name] ?? '') : whole;\n  });",
    "    return Object.hasOwn(values, name) ? (values[name] ?? '') : whole;\n  }).replace('{{団体}}', values.団体 ?? '');",
    ...filled,
  ),
  rule(
    'legal-articles.ts',
    "typed.type === 'paragraph' ? tableOf(textOf(typed.children))",
    "typed.type === 'paragraph' ? tableOf(textOf(blockWithValues(typed, values).children))",
    'legal.test.ts',
  ),
  rule('attempts.ts', 'countOf(one) > one.closesAt', 'countOf(one) >= one.closesAt', ...budgets),
  rule(
    'attempts.ts',
    'partStart.getTime() - windowMs - 1',
    'partStart.getTime() - windowMs',
    ...budgets,
  ),
  rule(
    'attempts.ts',
    "'receipt by e-mail': { windowMs: 24 * 60 * minuteMs, limit: 3 }",
    "'receipt by e-mail': { windowMs: 60 * minuteMs, limit: 3 }",
    ...budgets,
  ),
  rule('withdraw-payout.ts', "'funds.withdraw'", "'funds.pay-out'", 'funds.test.ts'),
  rule('sales.ts', "'sales.reverse'", "'sales.import'", 'sales.test.ts'),
  rule('notes.ts', "'donors.unnote'", "'donors.note'", 'changing.test.ts'),
  rule('take-back-mark.ts', "'kits.take-back'", "'kits.mark'", 'kit-batches.test.ts'),
  rule(
    'month-close.ts',
    "audit(tx, actor, 'month-close.close',",
    "audit(tx, actor, 'month-close.ask',",
    'month-close.test.ts',
  ),
  rule(
    'remittances/return.ts',
    "    await audit(tx, operator, 'remittances.unconfirm', ['remittance', id], { at: now });\n",
    '',
    'bank-answers.test.ts',
  ),
  rule(
    'correct-entry.ts',
    "'dealer-ledger.correct'",
    "'dealer-ledger.change'",
    'dealer-ledger.test.ts',
  ),
];
