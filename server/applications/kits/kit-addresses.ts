import { asc } from 'drizzle-orm';
import {
  type Carrier,
  carrierSlots,
  type DeliverySlot,
  deliverySlotLabels,
} from '#domain/applications/delivery.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { formatPostalCode } from '#domain/values/postal-code.ts';
import { toKatakana } from '#domain/values/text-width.ts';
import { formatDate, jstDay } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { transaction } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type CsvEncoding, csvBytes, fitShiftJis } from '#server/http/csv-bytes.ts';
import { leavesBy } from './leaving-kits.ts';

export type KitSelection = {
  /** The day on which the kits leave, YYYY-MM-DD in Asia/Tokyo; today when undefined. */
  day?: string | undefined;
  encoding: CsvEncoding;
  /** Whose slot codes; both carriers' when undefined. */
  carrier?: Carrier | undefined;
};

/** An application whose letters Shift_JIS cannot hold, so that its slip is written by hand. */
export type Unfit = { appraisalId: string; letters: string[] };

export type KitAddresses = {
  fileName: string;
  bytes: Buffer;
  /** Addresses in the file, and in all. */
  count: number;
  total: number;
  unfit: Unfit[];
};

/** Some days' work: what waits beyond that comes with the next file. */
const kitsInFile = 1_000;

const slipColumns = {
  appraisalId: applications.appraisalId,
  zipcode: applications.zipcode,
  prefecture: applications.prefecture,
  line1: applications.line1,
  line2: applications.line2,
  building: applications.building,
  lastName: applications.lastName,
  firstName: applications.firstName,
  lastNameKana: applications.lastNameKana,
  firstNameKana: applications.firstNameKana,
  tel: applications.tel,
  boxes: applications.boxes,
  deliveryDate: applications.deliveryDate,
  deliverySlot: applications.deliverySlot,
};
type SlipRow = Pick<typeof applications.$inferSelect, keyof typeof slipColumns>;

const carrierNames: Record<Carrier, string> = { sagawa: '佐川', yamato: 'ヤマト' };

/** The addresses that the day's kits go to, as a file for the carriers' slip programs. */
export const kitAddresses = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /**
   * What was applied for whose kit leaves on `day` or should have left before, the oldest first, so
   * many at a time. Audited.
   */
  async kitAddresses(
    operator: Person,
    { day, encoding, carrier }: KitSelection,
  ): Promise<KitAddresses> {
    const at = clock();
    const leavesOn = day ?? jstDay(at);
    return transaction(db, async (tx) => {
      const leaving = await leavesBy(tx, leavesOn);
      const rows = await tx
        .select(slipColumns)
        .from(applications)
        .where(leaving)
        .orderBy(asc(applications.createdAt), asc(applications.appraisalId))
        .limit(kitsInFile + 1);
      const isWhole = rows.length <= kitsInFile;
      const total = isWhole ? rows.length : await tx.$count(applications, leaving);
      rows.splice(kitsInFile);
      await writeAudit(tx, {
        actor: operator,
        action: 'kit-addresses.export',
        subjectType: 'applications',
        subjectId: leavesOn,
        details: {
          encoding,
          carrier: carrier ?? 'all',
          ids: rows.map(({ appraisalId }) => appraisalId),
        },
        at,
      });
      const carriers: Carrier[] = carrier ? [carrier] : ['sagawa', 'yamato'];
      const lines = rows.map((row) => toLine(row, leavesOn, carriers, encoding));
      return {
        fileName: `kit-addresses-${leavesOn}.csv`,
        bytes: csvBytes([header(carriers), ...lines.map(({ cells }) => cells)], encoding),
        count: lines.length,
        total,
        unfit: lines.flatMap(({ appraisalId, letters }) =>
          letters.length > 0 ? [{ appraisalId, letters }] : [],
        ),
      };
    });
  },
});

const header = (carriers: readonly Carrier[]) => [
  '申込番号',
  'お届け先郵便番号',
  'お届け先都道府県',
  'お届け先市区町村・町名',
  'お届け先番地',
  'お届け先建物名',
  'お届け先氏名',
  'お届け先氏名カナ',
  'お届け先電話番号',
  '箱の数',
  'お届け希望日',
  'お届け時間帯',
  ...carriers.map((carrier) => `${carrierNames[carrier]}時間帯コード`),
  '品名',
  '備考',
];

function toLine(
  row: SlipRow,
  leavesOn: string,
  carriers: readonly Carrier[],
  encoding: CsvEncoding,
): { appraisalId: string; cells: string[]; letters: string[] } {
  const slot = row.deliverySlot as DeliverySlot;
  const wished = row.deliveryDate ?? '';
  // A kit that leaves today cannot arrive today.
  const isTooLate = wished !== '' && wished <= leavesOn;
  const cells = [
    row.appraisalId,
    formatPostalCode(row.zipcode).replace('〒', ''),
    row.prefecture,
    row.line1,
    row.line2,
    row.building,
    `${row.lastName} ${row.firstName}`,
    toKatakana(`${row.lastNameKana} ${row.firstNameKana}`),
    formatPhone(row.tel),
    String(row.boxes),
    wished === '' || isTooLate ? '' : formatDate(wished),
    deliverySlotLabels[slot],
    ...carriers.map((carrier) => carrierSlots[carrier][slot]),
    'ご寄付用の箱',
  ];
  const note = isTooLate ? `ご希望の${formatDate(wished)}を過ぎています。` : '';
  if (encoding === 'utf8') {
    return { appraisalId: row.appraisalId, cells: [...cells, note], letters: [] };
  }
  const fitted = cells.map(fitShiftJis);
  const letters = [...new Set(fitted.flatMap(({ missing }) => missing))];
  const warning =
    letters.length > 0
      ? `Shift_JISにない文字を〓にしました（${letters.map(codePoint).join('、')}）。`
      : '';
  return {
    appraisalId: row.appraisalId,
    cells: [...fitted.map(({ text }) => text), `${note}${warning}`],
    letters,
  };
}

const codePoint = (letter: string) =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
