import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { DeliverySlot } from '#giving/applications/delivery.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { carrierFileBytes, fitShiftJis } from '#kit/http/csv/csv-bytes.server.ts';
import type { KitRecipient } from '#warehouse/kits/kit-recipient.ts';
import type { KitSender } from '#warehouse/kits/kit-sender.ts';
import { kitBatchEntries, pickups } from '#warehouse/kits/kit-tables.server.ts';
import { senderFor } from '#warehouse/kits/sender.server.ts';
import type { KitSplit } from '#warehouse/kits/slip-lines.ts';
import { type Slip, sagawaSlip, yamatoSlip } from '#warehouse/kits/slips.server.ts';
import { arrange, lockPickups } from './arrange-pickups.server.ts';
import type { PickupCarrier, PickupFileRequest } from './out-box.ts';
import { type PickupRow, selectedPickups } from './pickup-list.server.ts';
import { b2cloudHeadings, b2cloudRow } from './pickup-slips/b2cloud-row.ts';
import { eHiden3Headings, eHiden3Row } from './pickup-slips/e-hiden3-row.ts';
import type { PickupParcel } from './pickup-slips/pickup-parcel.ts';

type PickupFile = {
  fileName: string;
  bytes: Buffer;
  /** Number of pick-ups in the file, and those without a printable slip. */
  count: number;
  leftOut: { appraisalId: string; version: number; problems: string[] }[];
};

type Fitted = { row: PickupRow; rows: string[][]; problems: string[] };

/**
 * Carrier's file of a day's pick-ups, which marks them as arranged: those not arranged yet, or again those of this carrier. Those that do not fit on a slip or its
 * character set are listed and stay open; nothing is truncated.
 */
export function pickupFile(
  ctx: Context,
  operator: Person,
  { day, carrier, isAgain }: PickupFileRequest,
): Promise<PickupFile> {
  return transaction(ctx.db, async (tx) => {
    const sender = await senderFor(ctx, carrier, tx);
    const state = isAgain ? 'arranged' : 'open';
    const ofCarrier = isAgain ? eq(pickups.exportedCarrier, carrier) : undefined;
    const found = await lockPickups(tx, and(selectedPickups({ state, day }), ofCarrier));
    const splits = await readSplits(tx, found);
    const fitted = found.map((row) =>
      fitSlip(row, splits.get(row.pickup.appraisalId), sender, carrier),
    );
    const taken = fitted.filter(({ problems }) => problems.length === 0);
    const ids = taken.map(({ row }) => row.pickup.appraisalId);
    const at = ctx.clock();
    if (!isAgain) await arrange(tx, ids, { operator, carrier, at }, ctx);
    await audit(tx, operator, 'pickups.export', ['pickups', day], { at, carrier, ids });
    return {
      fileName: `pickups-${carrier}-${day}.csv`,
      bytes: fileOf(
        taken.flatMap(({ rows }) => rows),
        sender,
        carrier,
      ),
      count: taken.length,
      leftOut: fitted.flatMap(({ row, problems }) =>
        problems.length > 0
          ? [{ appraisalId: row.pickup.appraisalId, version: row.pickup.version, problems }]
          : [],
      ),
    };
  });
}

function fitSlip(
  row: PickupRow,
  split: KitSplit | undefined,
  warehouse: KitSender,
  carrier: PickupCarrier,
): Fitted {
  const donor = toDonor(row);
  const { appraisalId, day, boxes } = row.pickup;
  const slot = row.pickup.slot as DeliverySlot;
  const parcels = <Lines>({ lines }: Slip<Lines>): PickupParcel<Lines>[] =>
    Array.from({ length: boxes }, (_, index) => ({
      ...{ appraisalId, number: index + 1, boxes, day, slot, donor, lines, warehouse },
    }));
  if (carrier === 'yamato') {
    const slip = yamatoSlip(donor, split ?? null);
    return { row, rows: parcels(slip).map(b2cloudRow), problems: slip.problems };
  }
  const slip = sagawaSlip(donor, split ?? null, warehouse.sagawaEncoding === 'cp932');
  const isTooLong = slip.lines.address3 !== '';
  const problems = isTooLong
    ? [...slip.problems, 'ご依頼主の住所は、2行（全角16文字ずつ）までです。']
    : slip.problems;
  return { row, rows: parcels(slip).map(eHiden3Row), problems };
}

const toDonor = ({ application: row, pickup }: PickupRow): KitRecipient => ({
  lastName: row.lastName,
  firstName: row.firstName,
  lastNameKana: row.lastNameKana,
  firstNameKana: row.firstNameKana,
  tel: row.tel,
  zipcode: row.zipcode,
  prefecture: row.prefecture,
  line1: row.line1,
  line2: row.line2,
  building: row.building,
  boxes: pickup.boxes,
  deliveryDate: '',
  deliverySlot: '',
  targetName: '',
  needsKit: row.needsKit,
});

const ofAddress = ['prefecture', 'line1', 'line2', 'building', 'lastName', 'firstName'] as const;

/** Address lines mended for the kit's slip, if the address is still the same. */
async function readSplits(
  tx: Transaction,
  rows: readonly PickupRow[],
): Promise<Map<string, KitSplit>> {
  const byId = new Map(rows.map((row) => [row.pickup.appraisalId, toDonor(row)]));
  if (byId.size === 0) return new Map();
  const mended = await tx
    .select()
    .from(kitBatchEntries)
    .where(
      and(inArray(kitBatchEntries.appraisalId, [...byId.keys()]), isNotNull(kitBatchEntries.split)),
    )
    .orderBy(desc(kitBatchEntries.applicationVersion));
  return new Map(
    mended.toReversed().flatMap(({ appraisalId, recipient, split }) => {
      const now = byId.get(appraisalId);
      const then = recipient as KitRecipient;
      const isSame = now && ofAddress.every((field) => now[field] === then[field]);
      return isSame ? [[appraisalId, split as KitSplit] as const] : [];
    }),
  );
}

const fitCp932 = (rows: readonly string[][]) =>
  rows.map((row) => row.map((cell) => fitShiftJis(cell).text));

/** Format of each carrier's program: ヤマト in CP932, 佐川 with every cell quoted. */
function fileOf(
  rows: readonly string[][],
  { yamatoHeader, sagawaEncoding }: KitSender,
  carrier: PickupCarrier,
): Buffer {
  if (carrier === 'yamato') {
    return carrierFileBytes(
      fitCp932(yamatoHeader ? [b2cloudHeadings, ...rows] : rows),
      'shift_jis',
    );
  }
  const isCp932 = sagawaEncoding === 'cp932';
  const allRows = [eHiden3Headings, ...rows];
  return carrierFileBytes(isCp932 ? fitCp932(allRows) : allRows, isCp932 ? 'shift_jis' : 'utf8', {
    quotesAll: true,
  });
}
