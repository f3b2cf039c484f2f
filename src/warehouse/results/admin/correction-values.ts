import * as z from 'zod/mini';
import type { AppraisalOutcome } from '#warehouse/results/appraisal-result.ts';
import { ResultCorrection, type ResultHistory } from '#warehouse/results/result-correction.ts';

type TypedItem = {
  from: number;
  name: string;
  quantity: string;
  amountYen: string;
  destination: string;
  reason: string;
};

/** A correction as form values: numbers as text. */
export type TypedCorrection = {
  version: number;
  outcome: AppraisalOutcome;
  itemCount: string;
  pricedCount: string;
  appraisedYen: string;
  bonusYen: string;
  note: string;
  reason: string;
  /** The unlikely amount that the operator confirmed; another one must be confirmed again. */
  checkedYen: number | null;
  items: TypedItem[];
};

/** The current result as initial values. */
export function typedCorrection({ version, results, items }: ResultHistory): TypedCorrection {
  const [standing] = results;
  return {
    version,
    outcome: standing?.outcome ?? 'completed',
    itemCount: String(standing?.itemCount ?? 0),
    pricedCount: String(standing?.pricedCount ?? 0),
    appraisedYen: String(standing?.appraisedYen ?? 0),
    bonusYen: String(standing?.bonusYen ?? 0),
    note: standing?.note ?? '',
    reason: '',
    checkedYen: null,
    items: items.map(({ position, quantity, amountYen, ...item }) => ({
      ...item,
      from: position,
      quantity: String(quantity),
      amountYen: String(amountYen),
    })),
  };
}

const numberOf = (typed: string) => {
  const plain = typed.normalize('NFKC').replace(/[,\s円点]/g, '');
  return plain === '' ? Number.NaN : Number(plain);
};

function toCorrection(typed: TypedCorrection): unknown {
  const { items, checkedYen, ...rest } = typed;
  return {
    ...rest,
    itemCount: numberOf(typed.itemCount),
    pricedCount: numberOf(typed.pricedCount),
    appraisedYen: numberOf(typed.appraisedYen),
    bonusYen: numberOf(typed.bonusYen),
    ...(checkedYen !== null && { checkedYen }),
    ...(items.length > 0 && {
      items: items.map((item) => ({
        ...item,
        quantity: numberOf(item.quantity),
        amountYen: numberOf(item.amountYen),
      })),
    }),
  };
}

/** The schema of a correction's form values. */
export const CorrectionForm = z.pipe(
  z.transform((typed) => toCorrection(typed as TypedCorrection)),
  ResultCorrection,
);
