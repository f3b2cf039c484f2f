import { getTableName, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Subject } from './subject.server.ts';

type Fields<Table extends PgTable> = Extract<keyof Table['_']['columns'], string>;

/** Export of a table to the person its rows are about. */
export type PersonalTable = {
  /** Name of its files in the archive. */
  name: string;
  /** Title for readers of the archive. */
  title: string;
  table: PgTable;
  /** Condition for the person's rows. */
  isTheirs: (subject: Subject) => SQL;
  /** Exported fields, with headings. */
  columns: Readonly<Record<string, string>>;
  /** Fields not exported, with the reason. */
  leftOut: Readonly<Record<string, string>>;
  /** Transforms a row before the export. */
  show?: (row: Record<string, unknown>) => Record<string, unknown>;
};

/** Checks at compile time that only existing fields are named; a test checks that all are. */
export const personal = <Table extends PgTable>(
  table: Table,
  description: {
    title: string;
    name?: string;
    isTheirs: (subject: Subject) => SQL;
    columns: Partial<Record<Fields<Table>, string>>;
    leftOut?: Partial<Record<Fields<Table>, string>>;
    show?: PersonalTable['show'];
  },
): PersonalTable =>
  ({
    name: getTableName(table).replaceAll('_', '-'),
    leftOut: {},
    ...description,
    table,
  }) as PersonalTable;

// Reasons to leave out a field.
export const secret = 'whoever knows it can act with it';
export const self = 'the person themself';
export const bookkeeping = 'how the product keeps count, nothing about the person';

// Headings shared by several tables.
export const nameHeadings = {
  lastName: '姓',
  firstName: '名',
  lastNameKana: '姓（ふりがな）',
  firstNameKana: '名（ふりがな）',
};
export const addressHeadings = {
  zipcode: '郵便番号',
  prefecture: '都道府県',
  line1: '市区町村・町名',
  line2: '番地',
  building: '建物名・部屋番号',
};
export const emailHeading = 'メールアドレス';
export const appraisalIdHeading = '申込番号';
export const createdAtHeading = '作成日時';
