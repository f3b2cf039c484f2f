/** Part of a year's gifts that is never deductible, in yen. */
export const deductionFloorYen = 2_000;
