import type { Invoice } from './invoice.ts';
import type { Statement, StatementItem } from './statement.ts';
import type { StatementYear } from './year.ts';

/** Payer, from the service's facts. */
export type Issuer = {
  name: string;
  address: string;
  phone: string;
  /** T and thirteen digits; '' if not registered. */
  registration: string;
};

type Paper = {
  issuer: Issuer;
  drawnOn: string;
  isSample: boolean;
  /** From 1; later ones state what happened to the money since. */
  edition: number;
};

/** Content of one remittance's paper, with its first lines and the number of all. */
export type StatementPaper = Paper & {
  kind: 'remittance';
  statement: Statement;
  invoice: Invoice;
  items: readonly StatementItem[];
  itemCount: number;
};

/** Content of a year's paper. */
export type YearPaper = Paper & {
  kind: 'year';
  associateName: string;
  year: StatementYear;
  statements: readonly Statement[];
};
