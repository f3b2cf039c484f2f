/** The part of a year's gifts that is never deducted, counted once a year. */
export const deductionFloorYen = 2_000;
