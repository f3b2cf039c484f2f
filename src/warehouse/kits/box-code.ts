import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';

/** Highest box number, boxes beyond the applied ones included. */
export const mostBoxNumber = 99;

/** Code on a box's label: application number, hyphen, box number. */
export const boxCodeOf = (appraisalId: string, number: number) => `${appraisalId}-${number}`;

/**
 * Parses a scanned or typed code: a box's code, or only an application number, with `number`
 * undefined. Ignores width, case and separators. Undefined for anything else.
 */
export function readBoxCode(
  code: string,
): { appraisalId: string; number: number | undefined } | undefined {
  const text = code.slice(0, 64).normalize('NFKC').trim();
  const applicationOnly = parseAppraisalId(text);
  if (applicationOnly) return { appraisalId: applicationOnly, number: undefined };
  const parts = /^(.{6,40})[-‐‑–—−ー ](\d{1,2})$/u.exec(text);
  const appraisalId = parts?.[1] && parseAppraisalId(parts[1]);
  const number = Number(parts?.[2]);
  return appraisalId && number >= 1 ? { appraisalId, number } : undefined;
}
