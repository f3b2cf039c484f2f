import * as z from 'zod/mini';
import type { FieldError } from '#kit/errors/refusal.ts';

/** Shown when a rule has no Japanese message: the library's English must never be shown. */
const fallbackMessage = '入力内容をご確認ください。';

/** A schema as a form needs it: its output is what is sent. */
export type Schema<Output> = z.core.$ZodType<Output>;

export type ValidationResult<Output> =
  | { values: Output; issues: [] }
  | { values: undefined; issues: [FieldError, ...FieldError[]] };

/** The result of a validation: the parsed values, or every error in the schema's order. */
export function validate<Output>(
  schema: Schema<Output>,
  values: unknown,
): ValidationResult<Output> {
  const result = z.safeParse(schema, values);
  if (result.success) return { values: result.data, issues: [] };
  const [first, ...rest] = result.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: /[ぁ-ん]/.test(issue.message) ? issue.message : fallbackMessage,
  }));
  return { values: undefined, issues: [first ?? { path: '', message: fallbackMessage }, ...rest] };
}
