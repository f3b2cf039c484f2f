import * as z from 'zod/mini';

export const shownPageSize = 50;

/** One line of a request's effects. */
export const ShownLine = z.object({
  /** The thing or person concerned. */
  label: z.string(),
  /** Shown below the label: an account, a full name. */
  detail: z.string(),
  before: z.string(),
  after: z.string(),
  /** New or unusual points, in words; lines with marks come first. */
  marks: z.array(z.string()),
  /** Path of a related screen below /admin; '' for none. */
  to: z.string(),
});
export type ShownLine = z.infer<typeof ShownLine>;
