import { rule, type Slip } from './slip.ts';

const reads = ['staff-reads.test.ts'];
const headers = ['odd-headers.test.ts'];
const keys = ['idempotency.server.test.ts'];
const filled = ['filled-texts.test.ts'];
const budgets = ['budgets.server.test.ts'];

/** Slips in recorded reads, malformed headers, idempotency keys and filled texts. */
export const accessSlips: readonly Slip[] = [
  rule(
    'audited-list.server.ts',
    'list.isPersonal === false',
    'list.isPersonal !== undefined || rows.length === 0',
    ...reads,
  ),
  rule('audited-list.server.ts', '.list`', '.export`', ...reads),
  rule(
    'resets.server.ts',
    "        action: 'second-factor.list',",
    "        action: 'second-factor.ask',",
    ...reads,
  ),
  rule('mail.server.ts', "'mails.read'", "'mails.list'", ...reads),
  rule(
    'paging.server.ts',
    'const config = { allow, notes, ...(needs && { needs }) };',
    'const config = { allow, ...(needs && { needs }) };',
    ...reads,
  ),
  rule('csv-cell.ts', '/^[=+\\-@＝＋－＠\\t\\r\\n]/', '/^[+\\-@＝＋－＠\\t\\r\\n]/', ...reads),
  rule(
    'versions.server.ts',
    'if (version === undefined) throw unreadable();',
    'if (version === undefined) return undefined;',
    ...headers,
  ),
  rule(
    'versions.server.ts',
    'if (ifMatch === undefined) return undefined;',
    "if (!ifMatch || ifMatch.trim() === '*') return undefined;",
    ...headers,
  ),
  rule('versions.server.ts', '(?:W\\/)?"(0|[1-9]', '"(0|[1-9]', ...headers),
  rule('versions.server.ts', '"\\s*$/.exec(ifMatch)', '"/.exec(ifMatch)', ...headers),
  rule(
    'idempotency.server.ts',
    'kept.bodyHash !== hashOf(body) || kept.route !== route',
    'kept.bodyHash !== hashOf(body)',
    ...keys,
  ),
  rule(
    'idempotency.server.ts',
    'kept.bodyHash !== hashOf(body) || kept.route !== route',
    'kept.route !== route',
    ...keys,
  ),
  rule(
    'idempotency.server.ts',
    '.where(and(eq(idempotencyKeys.actor, actor), eq(idempotencyKeys.key, key)));\n  if',
    '.where(eq(idempotencyKeys.key, key));\n  if',
    ...keys,
  ),
  rule('box-exceptions.server.ts', 'actor: person.uid, key', "actor: '0', key", ...keys),
  rule('threads.server.ts', '{step.id}/reply`', '{step.version}/reply`', ...keys),
  rule('idempotency-key.server.ts', '[ -+\\--~]', '[ -~]', ...keys),
  rule(
    'thanks/thanks.ts',
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
    'legal-articles.server.ts',
    "typed.type === 'paragraph' ? tableOf(textOf(typed.children))",
    "typed.type === 'paragraph' ? tableOf(textOf(blockWithValues(typed, values).children))",
    'legal.server.test.ts',
  ),
  rule(
    'attempts.server.ts',
    'countOf(one) > one.closesAt',
    'countOf(one) >= one.closesAt',
    ...budgets,
  ),
  rule(
    'attempts.server.ts',
    'partStart.getTime() - windowMs - 1',
    'partStart.getTime() - windowMs',
    ...budgets,
  ),
  rule(
    'attempts.server.ts',
    "'receipt by e-mail': { windowMs: 24 * 60 * minuteMs, limit: 3 }",
    "'receipt by e-mail': { windowMs: 60 * minuteMs, limit: 3 }",
    ...budgets,
  ),
  rule('funds.server.ts', "'funds.withdraw'", "'funds.pay-out'", 'funds.server.test.ts'),
  rule('sales.server.ts', "'sales.reverse'", "'sales.import'", 'sales.server.test.ts'),
  rule('donors.server.ts', "'donors.unnote'", "'donors.note'", 'changing.server.test.ts'),
  rule('take-back-mark.server.ts', "'kits.take-back'", "'kits.mark'", 'kit-batches.server.test.ts'),
  rule(
    'month-close.server.ts',
    "audit(tx, actor, 'month-close.close',",
    "audit(tx, actor, 'month-close.ask',",
    'month-close.server.test.ts',
  ),
  rule(
    'remittances/return.server.ts',
    "    await audit(tx, operator, 'remittances.unconfirm', ['remittance', id], { at: now });\n",
    '',
    'bank-answers.server.test.ts',
  ),
  rule(
    'dealer-ledger.server.ts',
    "'dealer-ledger.correct'",
    "'dealer-ledger.change'",
    'dealer-ledger.server.test.ts',
  ),
];
