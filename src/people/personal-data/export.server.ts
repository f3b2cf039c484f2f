import { eq, getTableColumns, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { images as imagesTable } from '#kit/images/image-tables.server.ts';
import type { ImageFile } from '#kit/images/images.server.ts';
import { csvForPeople } from '#kit/values/csv/csv-cell.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { accountTables } from './account-rows.server.ts';
import { givingTables } from './giving-rows.server.ts';
import type { PersonalTable } from './personal-table.server.ts';
import type { Subject } from './subject.server.ts';
import { warehouseTables } from './warehouse-rows.server.ts';
import { writingTables } from './writing-rows.server.ts';
import type { ZipEntry } from './zip-stream.server.ts';

/** Every table with personal rows, and what is exported. */
export const personalTables: readonly PersonalTable[] = [
  ...accountTables,
  ...givingTables,
  ...warehouseTables,
  ...writingTables,
];

const ofOrganisations = 'about organisations, whose facts are public';
const sums = 'sums over many people';

/** All other tables of the schema, by name, with the reason to export nothing. */
export const impersonalTables: Readonly<Record<string, string>> = {
  application_search: 'made of applications, and remade whenever they change',
  donor_search: 'made of accounts and applications, and remade whenever they change',
  attempt_budgets: 'keyed hashes, deleted within hours: nobody can find a person in them',
  auth_keys: 'the keys that tokens are signed with',
  file_removals: 'random names of files whose rows are gone, until the files are gone too',
  reply_templates: 'answers that operators give often, without a person in them',
  backups: 'when the installation was backed up, and how that went',
  restores: 'what a restore left to do: counts and ids',
  retractions: 'keyed hashes of what was taken back: nobody can find a person in them',
  public_entries: 'what was published of money, which tells of no single gift',
  public_changes: 'sums of gifts until they are published, under the number of an application',
  public_lots: sums,
  published_sums: sums,
  published_days: 'on which days sums were published',
  book_transfers: 'money sent to organisations, as published',
  log_hashes: 'hashes of what was published',
  log_checkpoints: 'signatures of what was published',
  log_keys: 'the keys that sign what was published, sealed',
  commitments: 'what opens the hashes of a gift: the donor downloads it at the gift',
  settings: 'facts about the installation',
  topic_versions: 'numbers',
  topic_changes: 'ids of organisations with numbers',
  result_batches: 'uploads by operators',
  kit_batches: 'days of work, by operators',
  remittances: 'money sent to organisations, by operators',
  remittance_runs: 'money sent to organisations, by operators',
  receipt_runs: 'when operators issued a year of receipts',
  receipt_run_rows: 'numbers of receipts, under the numbers of applications',
  bank_account_events: 'that transfers to accounts of organisations came back, by operators',
  carried_over: 'sums of organisations',
  transfer_files: 'files that were made for the bank, sealed: accounts of organisations',
  bank_answers: 'uploads by operators',
  bank_answer_rows:
    'sums and days of remittances, with a hash in the place of names; lines of others as the bank writes them',
  bank_line_entries: 'what operators say that lines of the bank are',
  bank_balances: 'what the bank has, by month',
  money_settings: 'facts about the installation',
  ledger_accounts: 'the chart of accounts',
  ledger_lines: 'amounts by account, under the number of a donation',
  posting_notes: 'why operators made postings, without a person in them',
  owed_items: 'what is owed to organisations and funds, under the number of an application',
  fund_payouts: 'money of funds for organisations, published',
  fiscal_year_changes: 'in which month years of organisations begin',
  statement_papers: 'what organisations were told of money sent to them, without givers',
  fund_terms: 'what the service keeps of gifts to funds, published',
  closed_months: sums,
  goods_sales: 'what goods were sold for, under the number of an application',
  appraisal_estimates: 'medians over all appraisals of twelve months',
  appraisal_question_months: sums,
  sold_notices: 'which applications are sold out, and whether their donor was told',
  journal_codes: 'how accounts are called elsewhere',
  associates: ofOrganisations,
  associate_challenges: ofOrganisations,
  associate_certifications: ofOrganisations,
  associate_agreements: ofOrganisations,
  certification_alerts: 'which alerts of a certification were mailed',
  associate_visions: ofOrganisations,
  associate_activities: ofOrganisations,
  associate_thanks: ofOrganisations,
  thanks_templates: ofOrganisations,
  transfer_confirmations: 'what an organisation said of money sent to it, without givers',
  use_reports: ofOrganisations,
  use_report_editions: ofOrganisations,
  use_report_deliveries: 'how far the mails about a report are written, without to whom',
  unreported_sums: sums,
  thanks_deliveries: 'how many donations have thanks, without whose',
  associate_months: sums,
  challenge_months: sums,
  kept_sums: sums,
  measured_days: 'medians over all applications of ninety days',
  social_challenges: ofOrganisations,
  category_associates: ofOrganisations,
  campaigns: ofOrganisations,
  campaign_associates: ofOrganisations,
  bank_accounts: ofOrganisations,
  number_floors: 'the last numbers given',
  generations: 'when a backup was restored, and why',
  receipt_doubles: 'numbers of papers over the same gift, until somebody decides',
  person_links:
    'who gave a role to whom, by random ids alone; invitations and approvals say it in words',
  content_versions: 'of the service and of organisations',
};

type ShownRow = Record<string, unknown>;

/** Rows per batch, so that serialising never blocks the event loop. */
const rowsAtOnce = 100;

/** A person's rows without left-out fields, in batches. */
async function* readTable(
  db: Database,
  { table, columns, isTheirs, show = (row) => row }: PersonalTable,
  subject: Subject,
): AsyncGenerator<ShownRow[]> {
  const all = getTableColumns(table) as Record<string, PgColumn>;
  const selected = Object.fromEntries(
    Object.keys(columns).map((field) => [field, all[field] as PgColumn]),
  );
  for (let offset = 0; ; offset += rowsAtOnce) {
    const rows = await db
      .select(selected)
      .from(table)
      .where(isTheirs(subject) as SQL)
      .orderBy(...keyOf(table))
      .limit(rowsAtOnce)
      .offset(offset);
    if (rows.length > 0) yield rows.map(show);
    if (rows.length < rowsAtOnce) return;
  }
}

/** Primary key columns of a table. */
function keyOf(table: PersonalTable['table']): PgColumn[] {
  const { primaryKeys, columns } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
}

/** Reads a picture in its largest width and own type. */
export type ReadImage = { read(id: string): Promise<ImageFile | undefined> };

const bytesOf = (text: string) => new TextEncoder().encode(text);
/** Byte order mark, by which spreadsheets recognise UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * Files of a person's archive: rows of every table, as JSON and as CSV, and pictures. Read while it is downloaded.
 */
export async function* exportedFiles(
  { db, images }: Pick<Dependencies, 'db'> & { images: ReadImage },
  subject: Subject,
  at: Date,
): AsyncGenerator<ZipEntry> {
  yield { name: 'readme.txt', parts: [bytesOf(readMe(at))] };
  for (const table of personalTables) {
    yield { name: `json/${table.name}.json`, parts: asJson(db, table, subject) };
    yield { name: `csv/${table.name}.csv`, parts: asCsv(db, table, subject) };
  }
  const pictures = await db
    .select({ id: imagesTable.id })
    .from(imagesTable)
    .where(eq(imagesTable.ownerUid, subject.uid));
  for (const { id } of pictures) {
    const picture = await images.read(id);
    if (!picture) continue;
    const extension = picture.contentType.replace('image/', '').replace('jpeg', 'jpg');
    yield { name: `images/${id}.${extension}`, parts: [picture.bytes], isCompressed: true };
  }
}

async function* asJson(db: Database, table: PersonalTable, subject: Subject) {
  let between = '[\n';
  for await (const rows of readTable(db, table, subject)) {
    const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
    yield bytesOf(`${between}${lines}`);
    between = ',\n';
  }
  yield bytesOf(between === '[\n' ? '[]\n' : '\n]\n');
}

async function* asCsv(db: Database, table: PersonalTable, subject: Subject) {
  const fields = Object.keys(table.columns);
  yield bytesOf(byteOrderMark + csvForPeople([Object.values(table.columns)]));
  for await (const rows of readTable(db, table, subject)) {
    yield bytesOf(csvForPeople(rows.map((row) => fields.map((field) => cellOf(row[field])))));
  }
}

/** Formats a value for people: はい, 2026/11/21 13:05:00 (Japan), lists with 、. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateTimeOf(value);
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ';
  if (Array.isArray(value)) return value.map(cellOf).join('、');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function dateTimeOf(moment: Date): string {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(toTimestamp(moment)) ?? [];
  return `${year}/${month}/${day} ${hour}:${minute}:${second}`;
}

const readMe = (at: Date) =>
  [
    'たすきがお預かりしている、あなたの個人データです。',
    `書き出した日時：${dateTimeOf(at)}（日本時間）`,
    '',
    'csv フォルダー：表計算ソフトで開けます（UTF-8）。',
    'json フォルダー：同じ内容を、プログラムで読める形にしたものです（日時は協定世界時）。',
    'images フォルダー：あなたが送られた画像です。',
    '',
    'パスワードや、リンクに使う秘密の文字は、安全のため含めていません。',
    'お心当たりのない内容があるときは、お問い合わせください。',
    '',
    ...personalTables.map(({ name, title }) => `${name}：${title}`),
    '',
  ].join('\r\n');
