import { formatYen } from '#kit/values/yen.ts';
import type { Shows } from '#people/approvals/approval-kinds.server.ts';
import { checkBank, readStated } from './check-bank.server.ts';
import { checkHeld, readHeld } from './close-checks.server.ts';
import { closeCheckLabels } from './month-close.ts';
import { readFigures } from './month-figures.server.ts';

/** What of the check list needs an explanation, item by item; then each account at the month's beginning and end. */
export const showMonthClose: Shows['month-close'] = async (tx, { change: { month } }) => {
  const figures = await readFigures(tx, month);
  const checks = [
    checkHeld(await readHeld(tx, month)),
    await checkBank(tx, month, figures, await readStated(tx, month)),
  ];
  const toExplain = checks
    .filter(({ state }) => state === 'to-explain')
    .map(({ key, message, items, path }) => ({
      ...{ label: closeCheckLabels[key], detail: '', before: '', after: '' },
      marks: [message, ...items],
      to: path.replace('/admin/', ''),
    }));
  const accounts = figures.balances
    .filter((one) => one.debitYen !== 0 || one.creditYen !== 0 || one.balanceYen !== 0)
    .map(({ name, debitYen, creditYen, balanceYen }) => ({
      label: name,
      detail: `借方 ${formatYen(debitYen)}円・貸方 ${formatYen(creditYen)}円`,
      before: `${formatYen(balanceYen - debitYen + creditYen)}円`,
      after: `${formatYen(balanceYen)}円`,
      marks: [],
      to: 'ledger',
    }));
  return [...toExplain, ...accounts];
};
