import { eq } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { images as imagesTable } from '#kit/images/image-tables.server.ts';
import type { ImageFile } from '#kit/images/images.server.ts';
import { csvForPeople } from '#kit/values/csv/csv-cell.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { personalTables } from './personal-columns.server.ts';
import type { PersonalTable } from './personal-table.server.ts';
import { readTable } from './read-table.server.ts';
import type { Subject } from './subject.server.ts';
import type { ZipEntry } from './zip-stream.server.ts';

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
