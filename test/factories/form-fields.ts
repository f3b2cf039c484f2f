import type { FormFields } from '#app/forms/use-form.ts';

/** The fields of a form in which nothing was typed and nothing is wrong, to render a part of it. */
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
