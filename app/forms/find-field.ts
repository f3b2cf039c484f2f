import type { FormFields } from './use-form.ts';

/**
 * The element that an error of a path is about: its input, that of the field around it
 * (products.0 → products), or the first input under it (applicant → applicant.lastName).
 */
export function findField(form: FormFields, path: string): HTMLElement | null {
  if (path === '') return null;
  const own = document.getElementById(form.idOf(path));
  if (own) return own;
  const under = document.querySelector<HTMLElement>(`[id^="${CSS.escape(form.idOf(path))}."]`);
  if (under) return under;
  const around = path.split('.').slice(0, -1).join('.');
  return around ? findField(form, around) : null;
}
