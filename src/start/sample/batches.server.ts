import { createHash } from 'node:crypto';
import { jstDay } from '#kit/values/timestamp.ts';
import type { resultBatches } from '#warehouse/results/result-tables.server.ts';
import type { PlacedBox } from './box-rows.server.ts';
import type { Box } from './boxes.server.ts';
import { sampleUids } from './sign-ins.server.ts';

export type PlacedBatch = {
  row: typeof resultBatches.$inferInsert;
  boxes: PlacedBox[];
};

/**
 * Numbers the boxes and groups those with a result into one upload per day. Boxes without a result come last, in a
 * group without an upload.
 */
export function placeBoxes(boxes: readonly Box[]): { batches: PlacedBatch[]; open: PlacedBox[] } {
  const byUpload = Map.groupBy(boxes, (box) => box.resultAt);
  const open = byUpload.get(undefined) ?? [];
  const uploads = [...byUpload.keys()].filter((at) => at !== undefined).sort((a, b) => a - b);
  let index = 0;
  const batches = uploads.map((at) => {
    const day = jstDay(new Date(at)).replaceAll('-', '');
    const id = `sample-batch-${day}`;
    const placed = (byUpload.get(at) ?? []).map((box, place) => ({
      box,
      index: index++,
      batchId: id,
      // The header is row 1.
      rowNumber: place + 2,
    }));
    const donatedAtOnce = placed.filter(({ box }) => box.donatedAt === at);
    return {
      row: {
        id,
        uploadedBy: sampleUids.operator,
        fileName: `査定結果_${day}.csv`,
        fileHash: createHash('sha256').update(id).digest('hex'),
        itemFileName: '',
        encoding: 'Shift_JIS',
        rowCount: placed.length,
        acceptedCount: placed.length,
        donationYen: donatedAtOnce.reduce((sum, { box }) => sum + box.amountYen, 0),
        createdAt: new Date(at),
      },
      boxes: placed,
    };
  });
  return {
    batches,
    open: open.map((box) => ({ box, index: index++, batchId: null, rowNumber: 0 })),
  };
}
