import type { Classification } from '#organisations/associates/classification.ts';
import { deductionFloorYen } from './deduction-floor.ts';

/** Income tax rates by taxable income (from yen, in percent): 国税庁 No.2260. */
export const incomeTaxRates = [
  { fromYen: 40_000_000, percent: 45 },
  { fromYen: 18_000_000, percent: 40 },
  { fromYen: 9_000_000, percent: 33 },
  { fromYen: 6_950_000, percent: 23 },
  { fromYen: 3_300_000, percent: 20 },
  { fromYen: 1_950_000, percent: 10 },
  { fromYen: 0, percent: 5 },
] as const;

/**
 * Income tax of a year on a taxable income, in yen, by the rates above: without special
 * reconstruction tax and before credits.
 */
export function incomeTaxOf(taxableIncomeYen: number): number {
  let taxYen = 0;
  let restYen = taxableIncomeYen;
  for (const { fromYen, percent } of incomeTaxRates) {
    const inBandYen = Math.max(0, restYen - fromYen);
    taxYen += (inBandYen * percent) / 100;
    restYen -= inBandYen;
  }
  return Math.floor(taxYen);
}

/** The ways in which a gift to a type of organisation can lower taxes (国税庁 No.1263). */
export type TaxRelief = 'credit-or-deduction' | 'deduction' | 'furusato' | 'none';

/**
 * Tax relief for gifts to a deductible organisation. Public-interest corporations give the credit
 * only with a certificate (`hasTaxCredit`); municipalities follow furusato rules, which this
 * calculator does not cover.
 */
export function taxReliefOf(classification: Classification, hasTaxCredit: boolean): TaxRelief {
  switch (classification) {
    case 'approved-npo':
    case 'specially-approved-npo':
      return 'credit-or-deduction';
    case 'public-interest-incorporated':
    case 'public-interest-foundation':
      return hasTaxCredit ? 'credit-or-deduction' : 'deduction';
    case 'research-development':
      return 'deduction';
    case 'municipality':
      return 'furusato';
    default:
      return 'none';
  }
}

export type ReliefInput = {
  /** All deductible gifts of a calendar year. */
  giftYen: number;
  /** 総所得金額等. */
  totalIncomeYen: number;
  /** 課税所得; determines the marginal rate. */
  taxableIncomeYen: number;
  /** The year's income tax before relief. */
  incomeTaxYen: number;
  relief: TaxRelief;
  /** Whether the donor's prefecture and city have designated the organisation. */
  isDesignatedLocally: boolean;
};

export type ReliefEstimate = {
  creditYen: number;
  deductionYen: number;
  residentsTaxYen: number;
  /** The better of credit and deduction, or neither. */
  better: 'credit' | 'deduction' | 'none';
  /** The better one plus the residents' tax credit. */
  totalYen: number;
  /** `totalYen` as a share of the gifts, 0 to 1. */
  rate: number;
};

/**
 * Estimates in yen by how much a year's gifts lower the donor's taxes; claiming it needs a tax
 * return (確定申告). Ignores special reconstruction tax and furusato gifts.
 */
export function estimateRelief(input: ReliefInput): ReliefEstimate {
  const { giftYen, totalIncomeYen, incomeTaxYen, relief, isDesignatedLocally } = input;
  const isOpen = relief === 'credit-or-deduction' || relief === 'deduction';
  const creditYen = relief === 'credit-or-deduction' ? creditOf(input) : 0;
  const deductionYen = isOpen ? deductionOf(input) : 0;
  const residentsTaxYen =
    isOpen && isDesignatedLocally ? percentOf(counted(giftYen, totalIncomeYen, 30), 10) : 0;
  const better = creditYen >= deductionYen ? 'credit' : 'deduction';
  const bestYen = Math.min(Math.max(creditYen, deductionYen), incomeTaxYen);
  const totalYen = bestYen + residentsTaxYen;
  return {
    creditYen,
    deductionYen,
    residentsTaxYen,
    better: bestYen === 0 ? 'none' : better,
    totalYen,
    rate: giftYen > 0 ? totalYen / giftYen : 0,
  };
}

/** 40 % of the counted gifts, at most a quarter of the income tax, rounded down to 100 yen. */
function creditOf({ giftYen, totalIncomeYen, incomeTaxYen }: ReliefInput): number {
  const credit = percentOf(counted(giftYen, totalIncomeYen, 40), 40);
  return Math.floor(Math.min(credit, percentOf(incomeTaxYen, 25)) / 100) * 100;
}

/** Counted gifts at the income's marginal rate; at most the tax itself. */
function deductionOf({
  giftYen,
  totalIncomeYen,
  taxableIncomeYen,
  incomeTaxYen,
}: ReliefInput): number {
  const rate = incomeTaxRates.find(({ fromYen }) => taxableIncomeYen >= fromYen)?.percent ?? 0;
  return Math.min(percentOf(counted(giftYen, totalIncomeYen, 40), rate), incomeTaxYen);
}

/** Gifts up to a share of the income, less the yearly floor. */
function counted(giftYen: number, totalIncomeYen: number, limitPercent: number): number {
  return Math.max(
    0,
    Math.min(giftYen, percentOf(totalIncomeYen, limitPercent)) - deductionFloorYen,
  );
}

function percentOf(yen: number, percent: number): number {
  return Math.floor((yen * percent) / 100);
}
