import type { TabletResult } from '#warehouse/results/waiting/add-tablet-result.server.ts';
import { itemName, itemReason } from './draft-item.ts';
import { contentOf, type DraftRow, type ItemRow } from './draft-rows.server.ts';
import { itemDestinations } from './item-words.ts';
import type { ReceivedApplication } from './receiving.server.ts';
import { outcomeOf, totalsOf } from './totals.ts';

/** Result of a draft with these items. Only a completed one has amounts, so that no other shows any. */
export function resultOf(
  {
    application: { appraisalId },
    draft,
    items,
  }: { application: ReceivedApplication; draft: DraftRow; items: readonly ItemRow[] },
  { receivedOn, day, bonusYen }: { receivedOn: string; day: string; bonusYen: number },
): TabletResult {
  const contents = items.map(contentOf);
  const { pieces, pricedPieces, appraisedYen } = totalsOf(contents);
  return {
    appraisalId,
    receivedOn,
    appraisedOn: day,
    itemCount: pieces,
    pricedCount: pricedPieces,
    appraisedYen,
    bonusYen,
    donationYen: appraisedYen + bonusYen,
    outcome: outcomeOf(contents),
    note: draft.note,
    items: items.map(toTabletItem),
    overrideReason: draft.overrideReason,
  };
}

function toTabletItem(item: ItemRow): TabletResult['items'][number] {
  const content = contentOf(item);
  const { quantity, amountYen, destination, category, brand, feature, condition } = content;
  return {
    name: itemName(content),
    quantity,
    amountYen: amountYen ?? 0,
    destination: destination === '' ? '' : itemDestinations[destination],
    reason: itemReason(content),
    category,
    brand,
    feature,
    condition,
    boxNumber: item.boxNumber,
    imageIds: item.imageIds,
  };
}
