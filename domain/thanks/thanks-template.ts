import * as z from 'zod/mini';
import { line } from '#domain/values/typed-text.ts';
import { thanksWords } from './thanks-schema.ts';

/** So many are read at once, and still chosen among. */
export const mostThanksTemplates = 50;

/** What an organisation writes to begin its thanks with. */
export const ThanksTemplateDraft = z.strictObject({ name: line('名前', 60), ...thanksWords });
export type ThanksTemplateDraft = z.infer<typeof ThanksTemplateDraft>;

/** A template of an organisation's own. */
export const ThanksTemplate = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  body: z.string(),
  version: z.number(),
});
export type ThanksTemplate = z.infer<typeof ThanksTemplate>;
