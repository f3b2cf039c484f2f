import * as z from 'zod/mini';

/** Lines on one page of what a request would do. */
export const shownPageSize = 50;

/** One line of what a request would do. */
export const ShownLine = z.object({
  /** What or who it is about. */
  label: z.string(),
  /** Below the label: an account, a name in full. */
  detail: z.string(),
  before: z.string(),
  after: z.string(),
  /** What is new or unusual about it, in words; lines with one come first. */
  marks: z.array(z.string()),
  /** The screen that has more about it, below /admin; '' for none. */
  to: z.string(),
});
export type ShownLine = z.infer<typeof ShownLine>;
