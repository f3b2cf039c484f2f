import { getTableName, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Subject } from './subject.ts';

type Fields<Table extends PgTable> = Extract<keyof Table['_']['columns'], string>;

/** What of a table is exported to the person whom its rows are about. */
export type PersonalTable = {
  /** The name of its files in the archive. */
  name: string;
  /** What it contains, for the people who open the archive. */
  title: string;
  table: PgTable;
  /** Which rows are the person's. */
  isTheirs: (subject: Subject) => SQL;
  /** The fields that are exported, with their headings. */
  columns: Readonly<Record<string, string>>;
  /** The fields that are not, with the reason. */
  leftOut: Readonly<Record<string, string>>;
  /** Changes a row before it is exported. */
  show?: (row: Record<string, unknown>) => Record<string, unknown>;
};

/** Checks at compile time that only fields of the table are named; a test checks that all are. */
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

// Why a field is not exported.
export const secret = 'whoever knows it can act with it';
export const self = 'the person themself';
export const bookkeeping = 'how the product keeps count, nothing about the person';

// Headings that several tables have.
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
