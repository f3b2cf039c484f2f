import type { FieldError } from '#domain/errors/refusal.ts';

/** What knows the ids of a form's inputs. */
export type WithIds = { idOf(path: string): string };

/** The id of the label of the input with this id. */
export const labelId = (inputId: string) => `${inputId}-label`;

/**
 * The element that an error of a path is about: its input, that of the field around it
 * (products.0 → products), or the first input under it (applicant → applicant.lastName).
 */
export function findField(form: WithIds, path: string): HTMLElement | null {
  if (path === '') return null;
  const own = document.getElementById(form.idOf(path));
  if (own) return own;
  const under = document.querySelector<HTMLElement>(`[id^="${CSS.escape(form.idOf(path))}."]`);
  if (under) return under;
  const around = path.split('.').slice(0, -1).join('.');
  return around ? findField(form, around) : null;
}

/**
 * The schema orders errors by the request body, but people read from the top of the page. Only
 * the document knows where a field stands; errors without a field come last.
 */
export function inOrderOfPage(
  form: WithIds,
  errors: readonly FieldError[],
): { error: FieldError; field: HTMLElement | null }[] {
  const located = errors.map((error) => ({ error, field: findField(form, error.path) }));
  return located.sort(({ field: one }, { field: other }) => {
    if (!one || !other || one === other) return Number(!one) - Number(!other);
    return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}
