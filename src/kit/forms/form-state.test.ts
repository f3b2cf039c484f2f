import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  errorAt,
  type FormAction,
  formReducer,
  shownErrors,
  startState,
  valueAt,
  withValueAt,
} from './form-state.ts';

const blank = {
  applicant: { lastName: '', email: '' },
  products: [] as string[],
  boxes: 1 as string | number,
  agreed: false,
  csv: null as File | null,
};
type Values = typeof blank;
const having = (...actions: FormAction<Values>[]) => actions.reduce(formReducer, startState(blank));
const input = (path: string, value: unknown) => ({ type: 'input' as const, path, value });
const blur = (path: string) => ({ type: 'blur' as const, path });

const issues = [
  { path: 'applicant.lastName', message: '姓を入力してください。' },
  { path: 'applicant.email', message: 'メールアドレスを入力して下さい' },
  { path: 'products.0', message: 'お品物をご確認ください。' },
];

describe('values at paths', () => {
  const name = fc.stringMatching(/^[a-z]{1,6}$/);
  test('what is put at a path is found there, and nothing else moves', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.string(), (names, value) => {
        const before = { aside: { kept: 'x' } };
        const path = ['fresh', ...names].join('.');
        const next = withValueAt(before, path, value);
        expect(valueAt(next, path)).toBe(value);
        expect(next.aside).toBe(before.aside);
        expect(before).toEqual({ aside: { kept: 'x' } });
      }),
    );
  });

  test('an array stays an array', () => {
    expect(withValueAt({ rows: ['a', 'b'] }, 'rows.1', 'c')).toEqual({ rows: ['a', 'c'] });
  });

  test('inherited properties are not values', () => {
    expect(valueAt({}, 'constructor')).toBeUndefined();
    expect(valueAt({ a: 'text' }, 'a.length')).toBeUndefined();
  });
});

describe('the errors that show', () => {
  test('are none before a field was left', () => {
    expect(shownErrors(having(input('applicant.lastName', 'x')), issues)).toEqual([]);
  });

  test('are those of the fields that were left, whichever part of a field they are about', () => {
    expect(shownErrors(having(blur('applicant.email'), blur('products')), issues)).toEqual([
      issues[1],
      issues[2],
    ]);
  });

  test('are all once a submit was refused', () => {
    expect(shownErrors(having({ type: 'refuse', errors: [] }), issues)).toEqual(issues);
  });

  test('do not move while an input method is at work in the field', () => {
    const settled = having(blur('applicant.lastName'), {
      type: 'composition-start',
      path: 'applicant.lastName',
      message: undefined,
    });
    expect(shownErrors(settled, issues)).toEqual([]);
    const wrong = having({
      type: 'composition-start',
      path: 'applicant.lastName',
      message: '姓を入力してください。',
    });
    expect(shownErrors(wrong, [])).toEqual([issues[0]]);
    expect(shownErrors(formReducer(wrong, { type: 'composition-end' }), [])).toEqual([]);
  });

  test('of the server stay until the field changes or the form is sent again', () => {
    const taken = { path: 'applicant.email', message: 'すでに登録されています。' };
    const refused = having(input('applicant.email', 'a@b.jp'), { type: 'refuse', errors: [taken] });
    expect(shownErrors(refused, [])).toEqual([taken]);
    expect(shownErrors(formReducer(refused, input('boxes', 2)), [])).toEqual([taken]);
    expect(shownErrors(formReducer(refused, input('applicant.email', 'c@b.jp')), [])).toEqual([]);
    expect(shownErrors(formReducer(refused, { type: 'send' }), [])).toEqual([]);
  });

  test('of a step that was sent are forgotten on the next', () => {
    const refused = having({ type: 'refuse', errors: [] }, { type: 'summon' });
    expect(shownErrors(refused, issues)).toHaveLength(issues.length);
    const onNextStep = formReducer(refused, { type: 'send' });
    expect(shownErrors(onNextStep, issues)).toEqual([]);
    expect(onNextStep.summons).toBe(0);
  });

  test('of a file go with the file', () => {
    const first = new File(['a'], 'a.csv');
    const wrong = { path: 'csv', message: '文字コードをご確認ください。' };
    const refused = having(input('csv', first), { type: 'refuse', errors: [wrong] });
    expect(shownErrors(refused, [])).toEqual([wrong]);
    const corrected = formReducer(refused, input('csv', new File(['b'], 'a.csv')));
    expect(shownErrors(corrected, [])).toEqual([]);
  });

  test('are found by a field for itself and its parts, not for its neighbours', () => {
    expect(errorAt(issues, 'products')).toBe('お品物をご確認ください。');
    expect(errorAt(issues, 'applicant.emailAgain')).toBeUndefined();
    expect(errorAt([{ path: 'agreedToo', message: 'x' }], 'agreed')).toBeUndefined();
  });
});

describe('filling and restoring values', () => {
  const fill = (replace: 'empty' | 'unchanged', values: unknown) => ({
    type: 'fill' as const,
    replace,
    values,
    initial: blank,
  });

  test('known data fills empty fields only, and does not count as typing', () => {
    const known = { applicant: { lastName: '髙橋', email: 'old@b.jp' }, products: ['bags'] };
    const state = having(fill('empty', known));
    expect(state.values.applicant).toEqual({ lastName: '髙橋', email: 'old@b.jp' });
    expect(state.isDirty).toBe(false);
    const typed = having(input('applicant.email', 'new@b.jp'), fill('empty', known));
    expect(typed.values.applicant).toEqual({ lastName: '髙橋', email: 'new@b.jp' });
  });

  test('a draft replaces initial values, never typed ones', () => {
    const draft = { applicant: { lastName: '山田' }, boxes: 3, agreed: true, products: ['gold'] };
    const state = having(input('boxes', 2), fill('unchanged', draft));
    expect(state.values).toEqual({
      applicant: { lastName: '山田', email: '' },
      products: ['gold'],
      boxes: 2,
      agreed: true,
      csv: null,
    });
  });

  test('a draft of another shape does no harm', () => {
    const broken = {
      applicant: 'text',
      products: [{ deep: true }],
      boxes: { x: 1 },
      agreed: 'yes',
      csv: {},
      more: 'x',
    };
    expect(having(fill('unchanged', broken)).values).toEqual(blank);
    expect(having(fill('unchanged', null)).values).toEqual(blank);
    expect(having(fill('unchanged', ['x'])).values).toEqual(blank);
  });

  test('a chosen file survives it', () => {
    const file = new File(['a'], 'a.csv');
    expect(having(input('csv', file), fill('unchanged', { boxes: 2 })).values.csv).toBe(file);
  });

  test('a reset forgets everything', () => {
    const state = having(input('boxes', 2), blur('boxes'), { type: 'refuse', errors: issues });
    expect(formReducer(state, { type: 'reset', values: blank })).toEqual(startState(blank));
  });
});
