import * as z from 'zod/mini';
import { refusalTemplates, refusalTypes } from './refusal.ts';

/** Body of every API error; `message` is Japanese unless it is an HTTP status text (docs/product.md, Messages). */
export const ErrorBody = z.object({
  type: z.enum(refusalTypes),
  title: z.optional(z.string()),
  message: z.string(),
  template: z.optional(z.enum(refusalTemplates)),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
