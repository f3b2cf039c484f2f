/** Formats 2026-10 as 2026年10月. */
export const monthInWords = (month: string): string =>
  `${month.slice(0, 4)}年${Number(month.slice(5, 7))}月`;
