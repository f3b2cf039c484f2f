/** "40.0%" for a share from 0 to 1. */
export const formatRate = (rate: number) => `${(rate * 100).toFixed(1)}%`;
