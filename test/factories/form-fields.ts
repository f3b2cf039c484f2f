import type { FormFields } from '#kit/forms/use-form.ts';

/** Form fields without input or errors, for rendering a part of the form. */
export const untouchedFields: FormFields = {
  id: 'apply',
  errors: [],
  summons: 0,
  register: (path) => ({
    id: path,
    name: path,
    value: false,
    error: undefined,
    change: () => undefined,
    blur: () => undefined,
    compositionStart: () => undefined,
    compositionEnd: () => undefined,
  }),
  valueAt: () => undefined,
  setValue: () => undefined,
  idOf: (path) => path,
};
