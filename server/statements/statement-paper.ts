import type { Statement, StatementItem, StatementYear } from '#domain/statements/statement.ts';

/** Who sends the money, as the service's facts have it. */
export type Issuer = { name: string; address: string; phone: string };

type Paper = { issuer: Issuer; drawnOn: string; isSample: boolean };

/** Everything that stands on the paper of one remittance: of its lines the first ones, and how many there are. */
export type StatementPaper = Paper & {
  kind: 'remittance';
  statement: Statement;
  items: readonly StatementItem[];
  itemCount: number;
};

/** Everything that stands on the paper of a year. */
export type YearPaper = Paper & {
  kind: 'year';
  associateName: string;
  year: StatementYear;
  statements: readonly Statement[];
};
