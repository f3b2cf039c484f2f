import type { FieldError } from '#kit/errors/refusal.ts';

/** The value at a dotted path, or undefined. */
export function valueAt(values: unknown, path: string): unknown {
  let here = values;
  for (const key of path.split('.')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}

/** A copy with another value at the path; everything else is shared with the original. */
export function withValueAt<Values>(values: Values, path: string, value: unknown): Values {
  const [key = '', ...rest] = path.split('.');
  const inner = rest.length > 0 ? withValueAt(valueAt(values, key), rest.join('.'), value) : value;
  if (Array.isArray(values)) return values.with(Number(key), inner) as Values;
  return { ...values, [key]: inner };
}

/** The state of a form; `values` are validated whenever they change. */
export type FormState<Values> = {
  values: Values;
  /** Whether the person entered something; prefilling and restoring a draft don't count. */
  isDirty: boolean;
  /** Fields that were left once; from then on their errors show while typing. */
  touched: ReadonlySet<string>;
  /** The number of refused submits; after the first one every error shows. */
  refusals: number;
  /** Increases each time the error summary should take the focus. */
  summons: number;
  /** The field in which an input method is composing: its error is frozen until the text is final. */
  composing?: { path: string; message: string | undefined };
  /** The server's errors, each with the value that it refers to. */
  rejected: readonly (FieldError & { value: unknown })[];
};

export type FormAction<Values> =
  | { type: 'input'; path: string; value: unknown }
  | { type: 'blur'; path: string }
  | { type: 'composition-start'; path: string; message: string | undefined }
  | { type: 'composition-end' }
  | { type: 'refuse'; errors: readonly FieldError[] }
  | { type: 'summon' }
  | { type: 'send' }
  | { type: 'fill'; values: unknown; replace: 'empty' | 'unchanged'; initial: Values }
  | { type: 'reset'; values: Values };

export function startState<Values>(values: Values): FormState<Values> {
  return { values, isDirty: false, touched: new Set(), refusals: 0, summons: 0, rejected: [] };
}

export function formReducer<Values>(
  state: FormState<Values>,
  action: FormAction<Values>,
): FormState<Values> {
  switch (action.type) {
    case 'input':
      return {
        ...state,
        isDirty: true,
        values: withValueAt(state.values, action.path, action.value),
      };
    case 'blur':
      if (state.touched.has(action.path)) return state;
      return { ...state, touched: new Set([...state.touched, action.path]) };
    case 'composition-start':
      return { ...state, composing: { path: action.path, message: action.message } };
    case 'composition-end':
      return { ...state, composing: undefined };
    case 'refuse':
      return {
        ...state,
        refusals: state.refusals + 1,
        rejected: action.errors.map((error) => ({
          ...error,
          value: valueAt(state.values, error.path),
        })),
      };
    case 'send':
      // In a form with steps, the next step starts without the current errors.
      return { ...state, rejected: [], refusals: 0, summons: 0 };
    case 'summon':
      return { ...state, summons: state.summons + 1 };
    case 'fill': {
      const mayReplace = (value: unknown, initial: unknown) =>
        action.replace === 'empty' ? isEmpty(value) : isSame(value, initial);
      return { ...state, values: overlay(state.values, action.initial, action.values, mayReplace) };
    }
    case 'reset':
      return startState(action.values);
  }
}

/**
 * The visible errors, one per path: validation errors once the field was left or a submit was refused, and the
 * server's until the field changes.
 */
export function shownErrors<Values>(
  state: FormState<Values>,
  issues: readonly FieldError[],
): FieldError[] {
  const shown = new Map<string, string>();
  const composing = state.composing;
  for (const { path, message } of issues) {
    const due = state.refusals > 0 || [...state.touched].some((field) => isWithin(path, field));
    if (due && !shown.has(path) && !(composing && isWithin(path, composing.path))) {
      shown.set(path, message);
    }
  }
  for (const { path, message, value } of state.rejected) {
    if (!shown.has(path) && isSame(valueAt(state.values, path), value)) shown.set(path, message);
  }
  if (composing?.message) shown.set(composing.path, composing.message);
  return [...shown].map(([path, message]) => ({ path, message }));
}

/** The error of a field: its own or, for a field of several values, one of its parts'. */
export function errorAt(errors: readonly FieldError[], path: string): string | undefined {
  return errors.find((error) => isWithin(error.path, path))?.message;
}

function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === undefined || (Array.isArray(value) && value.length === 0);
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return (Array.isArray(one) || isGroup(one)) && JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a value is an object of fields; a File, for example, is not. */
function isGroup(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Whether a stored value may replace the current one: text and numbers are interchangeable, nothing else. */
function fits(value: unknown, place: unknown): boolean {
  if (Array.isArray(place)) return Array.isArray(value) && value.every((item) => !isGroup(item));
  const kind = (one: unknown) => (typeof one === 'number' ? 'string' : typeof one);
  return value !== null && typeof value !== 'object' && kind(value) === kind(place);
}

/** `values` overlaid with those of `over` that have the same shape, where replacing is allowed. */
function overlay<Values>(
  values: Values,
  initial: unknown,
  over: unknown,
  mayReplace: (value: unknown, initial: unknown) => boolean,
): Values {
  if (!isGroup(values) || !isGroup(over)) return values;
  const entries = Object.entries(values).map(([key, value]) => {
    const first = valueAt(initial, key);
    const next = valueAt(over, key);
    if (isGroup(value)) return [key, overlay(value, first, next, mayReplace)];
    return [key, fits(next, value) && mayReplace(value, first) ? next : value];
  });
  return Object.fromEntries(entries);
}
