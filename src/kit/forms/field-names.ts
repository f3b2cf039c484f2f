import type { FieldError } from '#kit/errors/refusal.ts';
import { inOrderOfPage, labelId, type WithIds } from './find-field.ts';

/**
 * The labels of the fields with errors, from the top of the page down and each once; the error's text where there is
 * no such field.
 */
export function fieldNames(form: WithIds, errors: readonly FieldError[]): string[] {
  const names = inOrderOfPage(form, errors).map(({ error, field }) => {
    const label = field && document.getElementById(labelId(field.id))?.textContent;
    return label || field?.getAttribute('aria-label') || error.message;
  });
  return [...new Set(names)];
}
