import * as z from 'zod/mini';

/** A step of opening the service, as the check list shows it. */
export const SetupCheck = z.object({
  id: z.string(),
  label: z.string(),
  /** Why, or what of it is missing. */
  help: z.string(),
  /** Where it is done; '' where no screen does it. */
  to: z.string(),
  /** Without it the service does not open; the others are advice. */
  isRequired: z.boolean(),
  isDone: z.boolean(),
  /** Whether what was delivered may be taken as it is, by saying so. */
  mayConfirm: z.boolean(),
});
export type SetupCheck = z.infer<typeof SetupCheck>;

/** Whether the service is open, and what is missing before it may be. */
export const SetupState = z.object({
  isOpen: z.boolean(),
  /** Nothing that is required is missing. */
  isReady: z.boolean(),
  checks: z.array(SetupCheck),
});
export type SetupState = z.infer<typeof SetupState>;

/** Opens the service, or closes it again. */
export const Opening = z.strictObject({ isOpen: z.boolean() });
export type Opening = z.infer<typeof Opening>;

/** Shows the public pages in this browser before the service opens, or stops to. */
export const PreviewSwitch = z.strictObject({ isOn: z.boolean() });
export type PreviewSwitch = z.infer<typeof PreviewSwitch>;

/** Takes what was delivered as it is. */
export const SetupConfirmation = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{1,40}$/, '項目の指定が正しくありません。')),
});
export type SetupConfirmation = z.infer<typeof SetupConfirmation>;
