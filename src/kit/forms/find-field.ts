import type { FieldError } from '#kit/errors/refusal.ts';

/** Maps a path to the id of its input. */
export type WithIds = { idOf(path: string): string };

/** The id of the label of the input with this id. */
export const labelId = (inputId: string) => `${inputId}-label`;

/**
 * The element of an error's path: its input, that of the enclosing field (products.0 → products), or the first input
 * below it (applicant → applicant.lastName).
 */
export function findField(form: WithIds, path: string): HTMLElement | null {
  if (path === '') return null;
  const ownInput = document.getElementById(form.idOf(path));
  if (ownInput) return ownInput;
  const firstBelow = document.querySelector<HTMLElement>(`[id^="${CSS.escape(form.idOf(path))}."]`);
  if (firstBelow) return firstBelow;
  const around = path.split('.').slice(0, -1).join('.');
  return around ? findField(form, around) : null;
}

/**
 * Sorts errors by their fields' position on the page: the schema's order is that of the request body. Errors without
 * a field come last.
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
