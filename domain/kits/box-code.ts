import { parseAppraisalId } from '#domain/applications/appraisal-number.ts';

/** Boxes of one application, those beyond the applied ones included. */
export const mostBoxNumber = 99;

/** The code on a box's label: the application's number, a hyphen, and which of its boxes it is. */
export const boxCodeOf = (appraisalId: string, number: number) => `${appraisalId}-${number}`;

/**
 * Reads what a scanner or a person typed: a box's code, or an application's number alone, with `number` undefined.
 * Width, case and separators do not matter. Undefined for anything else.
 */
export function readBoxCode(
  code: string,
): { appraisalId: string; number: number | undefined } | undefined {
  const text = code.slice(0, 64).normalize('NFKC').trim();
  const alone = parseAppraisalId(text);
  if (alone) return { appraisalId: alone, number: undefined };
  const parts = /^(.{6,40})[-‐‑–—−ー ](\d{1,2})$/u.exec(text);
  const appraisalId = parts?.[1] && parseAppraisalId(parts[1]);
  const number = Number(parts?.[2]);
  return appraisalId && number >= 1 ? { appraisalId, number } : undefined;
}
