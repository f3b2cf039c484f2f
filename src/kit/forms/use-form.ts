import { useEffect, useId, useMemo, useReducer, useRef, useState } from 'react';
import type { FieldError, Refusal } from '#kit/errors/refusal.ts';
import { withoutPaths } from './draft.ts';
import { inOrderOfPage, labelId, type WithIds } from './find-field.ts';
import {
  errorAt,
  type FormAction,
  type FormState,
  formReducer,
  shownErrors,
  startState,
  valueAt,
} from './form-state.ts';
import { countForm, hold, takeHeldValues } from './held-values.ts';
import { useAfterPress } from './use-after-press.ts';
import { type Schema, validate } from './validate.ts';

/**
 * The labels of the fields with errors, from the top of the page down and each once; the error's text where there is
 * no such field.
 */
function fieldNames(form: WithIds, errors: readonly FieldError[]): string[] {
  const names = inOrderOfPage(form, errors).map(({ error, field }) => {
    const label = field && document.getElementById(labelId(field.id))?.textContent;
    return label || field?.getAttribute('aria-label') || error.message;
  });
  return [...new Set(names)];
}

/** Content of the modal after a refused submit (docs/product.md, Messages). */
export type FormErrorModal = {
  title: string;
  message: string;
  /** The labels of the affected fields. */
  fields?: readonly string[];
  template?: Extract<Refusal['template'], 'user-not-found'>;
};

/** The modal for a form that fails its own validation. */
const formErrorModal: FormErrorModal = {
  title: '入力エラー',
  message: 'ご不便おかけいたします。フォームをご確認ください。',
};

/** One field of a form: its value, its error, and the handlers of its input. */
export type FieldBinding = {
  id: string;
  name: string;
  value: unknown;
  error: string | undefined;
  change(value: unknown): void;
  blur(): void;
  compositionStart(): void;
  compositionEnd(): void;
};

/** The part of a form that fields need, independent of its values. */
export type FormFields = {
  id: string;
  /** The visible errors: those of validation in the order of the schema, then the server's. */
  errors: readonly FieldError[];
  /** Increases each time the error summary should take the focus. */
  summons: number;
  register(path: string): FieldBinding;
  valueAt(path: string): unknown;
  setValue(path: string, value: unknown): void;
  /** The id of the input of a path, for links and focus. */
  idOf(path: string): string;
};

/** A form with a schema: `Values` are the typed values, `Output` is the schema's output. */
export type Form<Values, Output> = FormFields & {
  values: Values;
  /** The first error of the whole form, visible or not; undefined when everything is valid. */
  message: string | undefined;
  isValid: boolean;
  /** Whether the person has entered something. */
  isDirty: boolean;
  /** Creates the onSubmit handler: calls `send` with the parsed values, or shows the errors. */
  submit(send: (output: Output) => unknown): (event?: { preventDefault(): void }) => void;
  /** Shows the server's errors at their fields; keeps the input. */
  reject(errors: readonly FieldError[], modal: FormErrorModal): Promise<void>;
  /** Prefills empty fields with known data. */
  fill(values: unknown): void;
  /** Restores a draft into fields that still have their initial value. */
  restore(values: unknown): void;
  /** Resets the values, errors and touched fields. */
  reset(): void;
};

/**
 * The state of a form. `initial` is read once, on the first render, and defines the shape of `values`; with a draft
 * it must hold no personal data, because a sign-out resets to it. `onInvalid` may show a modal; the error summary
 * takes the focus after it resolves.
 */
export function useForm<Values extends object, Output>({
  schema,
  initial,
  onInvalid,
}: {
  schema: Schema<Output>;
  initial: Values;
  onInvalid?: (modal: FormErrorModal) => void | Promise<void>;
}): Form<Values, Output> {
  const id = useId();
  const [first] = useState(initial);
  const [state, dispatch] = useReducer<FormState<Values>, Values, [FormAction<Values>]>(
    formReducer,
    first,
    startState,
  );
  const verdict = useMemo(() => validate(schema, state.values), [schema, state.values]);
  const errors = useMemo(() => shownErrors(state, verdict.issues), [state, verdict]);
  const afterPress = useAfterPress();
  useHeldValues(state, (values) =>
    dispatch({ type: 'fill', values, replace: 'unchanged', initial: first }),
  );
  const idOf = (path: string) => `${id}-${path}`;

  async function refuse(refused: readonly FieldError[], modal: FormErrorModal) {
    dispatch({ type: 'refuse', errors: refused });
    await onInvalid?.(modal);
    dispatch({ type: 'summon' });
  }

  return {
    id,
    values: state.values,
    errors,
    summons: state.summons,
    message: verdict.issues[0]?.message,
    isValid: verdict.issues.length === 0,
    isDirty: state.isDirty,
    idOf,
    valueAt: (path) => valueAt(state.values, path),
    setValue: (path, value) => dispatch({ type: 'input', path, value }),
    register: (path) => {
      const error = errorAt(errors, path);
      return {
        id: idOf(path),
        name: path,
        value: valueAt(state.values, path),
        error,
        change: (value) => dispatch({ type: 'input', path, value }),
        blur: () => afterPress(() => dispatch({ type: 'blur', path })),
        compositionStart: () => dispatch({ type: 'composition-start', path, message: error }),
        compositionEnd: () => dispatch({ type: 'composition-end' }),
      };
    },
    submit: (send) => (event) => {
      event?.preventDefault();
      if (verdict.values === undefined) {
        void refuse([], { ...formErrorModal, fields: fieldNames({ idOf }, verdict.issues) });
        return;
      }
      dispatch({ type: 'send' });
      send(verdict.values);
    },
    reject: refuse,
    fill: (values) => dispatch({ type: 'fill', values, replace: 'empty', initial: first }),
    restore: (values) => dispatch({ type: 'fill', values, replace: 'unchanged', initial: first }),
    reset: () => dispatch({ type: 'reset', values: first }),
  };
}

/** Holds a form's values when another tab signs its person out, and restores them on their return. */
function useHeldValues<Values extends object>(
  { values, isDirty }: FormState<Values>,
  restore: (values: unknown) => void,
) {
  const latest = useRef({ values, isDirty, restore });
  useEffect(() => {
    latest.current = { values, isDirty, restore };
  });
  useEffect(() => {
    const name = `${location.pathname} ${Object.keys(latest.current.values)}`;
    const found = takeHeldValues(name);
    if (found) latest.current.restore(found);
    const countOut = countForm();
    return () => {
      countOut();
      if (latest.current.isDirty) hold(name, withoutPaths(latest.current.values, []));
    };
  }, []);
}
