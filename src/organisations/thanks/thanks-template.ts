import * as z from 'zod/mini';
import { line } from '#kit/values/typed-text.ts';
import { thanksWords } from './thanks-schema.ts';

/** Limit per organisation: one request, one menu. */
export const maxThanksTemplates = 50;

/** A template as an organisation writes it. */
export const ThanksTemplateDraft = z.strictObject({ name: line('名前', 60), ...thanksWords });
export type ThanksTemplateDraft = z.infer<typeof ThanksTemplateDraft>;

/** An organisation's own template. */
export const ThanksTemplate = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  body: z.string(),
  version: z.number(),
});
export type ThanksTemplate = z.infer<typeof ThanksTemplate>;
