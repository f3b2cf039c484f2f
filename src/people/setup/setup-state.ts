import * as z from 'zod/mini';

/** An item of the opening check list. */
export const SetupCheck = z.object({
  id: z.string(),
  label: z.string(),
  /** The reason, or the missing parts. */
  help: z.string(),
  /** Screen to do it on; '' for none. */
  to: z.string(),
  /** Required for opening; other items are advice. */
  isRequired: z.boolean(),
  isDone: z.boolean(),
  /** Whether the default can be accepted by confirming it. */
  mayConfirm: z.boolean(),
});
export type SetupCheck = z.infer<typeof SetupCheck>;

/** Whether the service is open, and the check list for opening it. */
export const SetupState = z.object({
  isOpen: z.boolean(),
  /** Whether all required items are done. */
  isReady: z.boolean(),
  checks: z.array(SetupCheck),
});
export type SetupState = z.infer<typeof SetupState>;

/** Opens or closes the service. */
export const Opening = z.strictObject({ isOpen: z.boolean() });
export type Opening = z.infer<typeof Opening>;

/** Switches the preview of public pages in this browser before the opening. */
export const PreviewSwitch = z.strictObject({ isOn: z.boolean() });
export type PreviewSwitch = z.infer<typeof PreviewSwitch>;

/** Accepts a default. */
export const SetupConfirmation = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{1,40}$/, '項目の指定が正しくありません。')),
});
export type SetupConfirmation = z.infer<typeof SetupConfirmation>;
