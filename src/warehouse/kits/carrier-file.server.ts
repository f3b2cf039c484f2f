import { refuse } from '#kit/errors/refusal.ts';
import { carrierFileBytes, fitShiftJis } from '#kit/http/csv/csv-bytes.server.ts';
import { b2cloudColumns } from './b2cloud.ts';
import type { FrozenEntry } from './batch-entries.server.ts';
import { customerNumberOf } from './customer-number.ts';
import { eHiden3Columns, senderProblem } from './e-hiden3.ts';
import type { KitParcel, ParcelColumn } from './kit-parcel.ts';
import { type KitSender, missingFacts } from './kit-sender.ts';
import { type Slip, sagawaSlip, yamatoSlip } from './slips.server.ts';

type Input = { leavesOn: string; entries: readonly FrozenEntry[]; sender: KitSender };

const carrierNames = { yamato: 'ヤマト', sagawa: '佐川' } as const;

function refuseMissing(sender: KitSender, carrier: keyof typeof carrierNames) {
  const missing = missingFacts(sender, carrier);
  if (missing.length > 0) {
    throw refuse(
      'Conflict',
      `発送元の設定で、${missing.map((label) => `「${label}」`).join('')}を入力すると、${carrierNames[carrier]}のファイルを書き出せます。`,
    );
  }
}

/** One row per box. Refuses while a slip needs an edit by hand, since nothing is ever truncated. */
function parcelsOf<Lines>(
  { leavesOn, entries, sender }: Input,
  slipOf: (entry: FrozenEntry) => Slip<Lines>,
): KitParcel<Lines>[] {
  const slips = entries.map((entry) => ({ entry, slip: slipOf(entry) }));
  const problemCount = slips.filter(({ slip }) => slip.problems.length > 0).length;
  if (problemCount > 0) {
    throw refuse(
      'Conflict',
      `送り状に入らない住所や、使えない文字が${problemCount}件あります。束の一覧で直すか、束から外してから、書き出してください。`,
    );
  }
  return slips.flatMap(({ entry, slip: { lines } }) =>
    Array.from({ length: entry.boxes }, (_, index) => ({
      customerNumber: customerNumberOf(entry.appraisalId, index + 1),
      appraisalId: entry.appraisalId,
      number: index + 1,
      boxes: entry.boxes,
      leavesOn,
      recipient: entry.recipient,
      lines,
      sender,
    })),
  );
}

function tableOf<Lines>(
  columns: readonly ParcelColumn<Lines>[],
  parcels: readonly KitParcel<Lines>[],
): string[][] {
  return parcels.map((parcel) => columns.map(([, cell]) => cell?.(parcel) ?? ''));
}

const headingsOf = (columns: readonly (readonly [string, ...unknown[]])[]) =>
  columns.map(([heading]) => heading);
const fitCp932 = (rows: readonly string[][]) =>
  rows.map((row) => row.map((cell) => fitShiftJis(cell).text));

/** File for ヤマト B2クラウド: CP932, CRLF, header row optional. */
export function b2cloudFile(input: Input): Buffer {
  refuseMissing(input.sender, 'yamato');
  const parcels = parcelsOf(input, ({ recipient, split }) => yamatoSlip(recipient, split));
  const rows = tableOf(b2cloudColumns, parcels);
  const allRows = input.sender.yamatoHeader ? [headingsOf(b2cloudColumns), ...rows] : rows;
  return carrierFileBytes(fitCp932(allRows), 'shift_jis');
}

/** File for 佐川 e飛伝III: header row, quoted cells, CRLF, CP932 or UTF-8 with a byte order mark. */
export function eHiden3File(input: Input): Buffer {
  const { sender } = input;
  refuseMissing(sender, 'sagawa');
  const problem = senderProblem(sender);
  if (problem !== '') throw refuse('Conflict', problem);
  const isCp932 = sender.sagawaEncoding === 'cp932';
  const parcels = parcelsOf(input, ({ recipient, split }) => sagawaSlip(recipient, split, isCp932));
  const rows = [headingsOf(eHiden3Columns), ...tableOf(eHiden3Columns, parcels)];
  return carrierFileBytes(isCp932 ? fitCp932(rows) : rows, isCp932 ? 'shift_jis' : 'utf8', {
    quotesAll: true,
  });
}
