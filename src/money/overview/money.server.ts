import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { moneyAssociateList, type YearSelection, yearOf } from './associate-list.server.ts';
import { readFunds } from './fund-figures.server.ts';
import type { MoneyFigures, MoneyFund, MoneyMonth } from './money-figures.ts';
import { readMoneyFigures } from './month-figures.server.ts';

/** Money figures for the people who answer for it. None of them counts rows of gifts or lines. */
export const money = (dependencies: Pick<Dependencies, 'db' | 'clock'>) => {
  const { db, clock } = dependencies;
  const figures = ({ year }: YearSelection): Promise<MoneyFigures> =>
    readMoneyFigures(db, year, clock());
  return {
    figures,
    /** Rows of the months' file. Audits the export. */
    async monthRows(
      operator: Person,
      selection: YearSelection,
      encoding: string,
    ): Promise<AsyncGenerator<MoneyMonth[]>> {
      const at = clock();
      await audit(db, operator, 'money.export', ['money', selection.year ?? 'last-months'], {
        at,
        encoding,
      });
      const { months } = await figures(selection);
      return (async function* all() {
        yield months;
      })();
    },
    associateList: auditedList(dependencies, moneyAssociateList),
    funds: (selection: YearSelection): Promise<MoneyFund[]> =>
      readFunds(db, yearOf(selection, clock()), clock()),
  };
};
