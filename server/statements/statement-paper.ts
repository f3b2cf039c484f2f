import type { Invoice } from '#domain/statements/invoice.ts';
import type { Statement, StatementItem } from '#domain/statements/statement.ts';
import type { StatementYear } from '#domain/statements/year.ts';

/** Who sends the money, as the service's facts have it. */
export type Issuer = {
  name: string;
  address: string;
  phone: string;
  /** T and thirteen digits; '' of an issuer that is not registered. */
  registration: string;
};

type Paper = {
  issuer: Issuer;
  drawnOn: string;
  isSample: boolean;
  /** From 1; a further one says what the money became since. */
  edition: number;
};

/** All that the paper of one remittance says: of its lines the first ones, and how many there are. */
export type StatementPaper = Paper & {
  kind: 'remittance';
  statement: Statement;
  invoice: Invoice;
  items: readonly StatementItem[];
  itemCount: number;
};

/** All that the paper of a year says. */
export type YearPaper = Paper & {
  kind: 'year';
  associateName: string;
  year: StatementYear;
  statements: readonly Statement[];
};
