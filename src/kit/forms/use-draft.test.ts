import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { screen } from '#test/stand-ins/screen.ts';
import { draftKey, draftLifeMs, draftsClearedKey, writeDraft } from './draft.ts';
import { clearDrafts, useDraft } from './use-draft.ts';
import { useForm } from './use-form.ts';

const schema = z.object({ name: z.string(), note: z.string() });
const initial = { name: '', note: '' };
const key = draftKey('contact', 1);
const keyOfAnother = draftKey('listing', 2);
/** Longer than the debounce of storing a draft. */
const pauseMs = 500;

beforeEach(() => void vi.useFakeTimers());

/** A form with a draft on its own page. */
function openForm({ mount }: ReturnType<typeof screen>, onStartOver?: () => void) {
  const page = mount(() => {
    const form = useForm({ schema, initial });
    const options = { name: 'contact', version: 1, exclude: ['note'], onStartOver };
    return { form, draft: useDraft(form, options) };
  });
  return {
    leave: page.leave,
    get values() {
      return page.now.form.values;
    },
    get draft() {
      return page.now.draft;
    },
    type: (name: string) => act(() => page.now.form.setValue('name', name)),
    prefill: (name: string) => act(() => page.now.form.fill({ name })),
    do: (what: (draft: typeof page.now.draft) => void) => act(() => what(page.now.draft)),
  };
}
const pause = () => act(() => vi.advanceTimersByTime(pauseMs));
const storeOtherDraft = (ageMs = 0) =>
  writeDraft(localStorage, keyOfAnother, {}, [], Date.now() - ageMs);
const stored = () => JSON.parse(localStorage.getItem(key) ?? '{}').values;

/** Dispatches the storage event of another tab's change. */
function dispatchStorage({ window }: ReturnType<typeof screen>, changed: string) {
  act(() => void window.dispatchEvent(Object.assign(new Event('storage'), { key: changed })));
}

test('what is typed is stored after a pause, without what is excluded, and is there on the next visit', () => {
  const tab = screen();
  const form = openForm(tab);
  form.type('花');
  act(() => vi.advanceTimersByTime(399));
  expect(stored()).toBeUndefined();
  act(() => vi.advanceTimersByTime(1));
  expect(stored()).toEqual({ name: '花' });
  form.leave();
  const next = openForm(tab);
  expect(next.values).toEqual({ name: '花', note: '' });
  expect(next.draft.isRestored).toBe(true);
});

test('the pause begins again with each letter', () => {
  const form = openForm(screen());
  form.type('花');
  act(() => vi.advanceTimersByTime(300));
  form.type('花子');
  act(() => vi.advanceTimersByTime(300));
  expect(stored()).toBeUndefined();
  pause();
  expect(stored()).toEqual({ name: '花子' });
});

test('a form that is opened removes every draft that is over', () => {
  const tab = screen();
  storeOtherDraft(draftLifeMs);
  openForm(tab);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('what was not typed is not stored', () => {
  const form = openForm(screen());
  form.prefill('花');
  pause();
  expect(form.values.name).toBe('花');
  expect(stored()).toBeUndefined();
});

test.each([
  ['is hidden', ({ document }: ReturnType<typeof screen>) => document, 'visibilitychange'],
  ['is left', ({ window }: ReturnType<typeof screen>) => window, 'pagehide'],
])('a page that %s stores pending input at once', (_, target, event) => {
  const tab = screen();
  openForm(tab).type('花');
  act(() => void target(tab).dispatchEvent(new Event(event)));
  expect(stored()).toEqual({ name: '花' });
});

test('a form that leaves the page stores at once what waits', () => {
  const form = openForm(screen());
  form.type('花');
  form.leave();
  expect(stored()).toEqual({ name: '花' });
});

test('a sign-out empties the form and every draft, and stores nothing of what waited', () => {
  const tab = screen();
  storeOtherDraft();
  openForm(tab).type('花');
  pause();
  const form = openForm(tab);
  form.type('花子');
  act(clearDrafts);
  pause();
  form.leave();
  expect(form.values).toEqual(initial);
  expect(form.draft.isRestored).toBe(false);
  expect(Object.keys(localStorage)).toEqual([draftsClearedKey]);
});

test('two sign-outs in one moment are two changes that other tabs hear', () => {
  screen();
  clearDrafts();
  const first = localStorage.getItem(draftsClearedKey);
  clearDrafts();
  expect(localStorage.getItem(draftsClearedKey)).not.toBe(first);
});

test.each<[string, (form: ReturnType<typeof openForm>) => void]>([
  ['what waited', pause],
  [
    'what is typed after it',
    (form) => {
      form.type('花子');
      pause();
    },
  ],
  ['what stands there when the page is left', (form) => form.leave()],
])('after a sign-out in another tab %s stays visible, but is not stored', (_, goOn) => {
  const tab = screen();
  const form = openForm(tab);
  form.type('花');
  dispatchStorage(tab, draftsClearedKey);
  goOn(form);
  expect(stored()).toBeUndefined();
  expect(form.values.name).toMatch(/^花/);
});

test('a draft stored between another tab’s sign-out and its event is deleted', () => {
  const tab = screen();
  const form = openForm(tab);
  form.type('花');
  pause();
  expect(stored()).toEqual({ name: '花' });
  dispatchStorage(tab, draftsClearedKey);
  expect(stored()).toBeUndefined();
  expect(form.values.name).toBe('花');
});

test('another change of storage stops nothing', () => {
  const tab = screen();
  const form = openForm(tab);
  dispatchStorage(tab, 'tasuki.draft.listing.v1');
  form.type('花');
  pause();
  expect(stored()).toEqual({ name: '花' });
});

test('a shared computer deletes every draft and stores none, until it is no longer shared', () => {
  const tab = screen();
  storeOtherDraft();
  openForm(tab).type('花');
  pause();
  const form = openForm(tab);
  form.do((draft) => draft.setShared(true));
  form.type('花子');
  pause();
  expect(form.draft).toMatchObject({ isShared: true, isRestored: false });
  expect(Object.keys(localStorage)).toEqual([]);
  form.leave();

  const next = openForm(tab);
  expect(next.draft.isShared).toBe(true);
  expect(next.values).toEqual(initial);
  storeOtherDraft();
  next.do((draft) => draft.setShared(false));
  next.type('花子');
  pause();
  expect(Object.keys(localStorage)).toEqual([keyOfAnother, key]);
});

test('a shared computer keeps no draft from before', () => {
  const tab = screen();
  openForm(tab).type('花');
  pause();
  sessionStorage.setItem('tasuki.shared-computer', '1');
  const next = openForm(tab);
  expect(next.values).toEqual(initial);
  expect(stored()).toBeUndefined();
});

test('a sent draft is discarded, and not restored by a pending save', () => {
  const tab = screen();
  openForm(tab).type('花');
  pause();
  const form = openForm(tab);
  form.type('花子');
  form.do((draft) => draft.discard());
  expect(form.draft.isRestored).toBe(false);
  expect(form.values.name).toBe('花子');
  pause();
  form.leave();
  expect(stored()).toBeUndefined();
});

test('starting over empties the form and its draft, and prefills what is known of the person', () => {
  const tab = screen();
  openForm(tab).type('花');
  pause();
  const form: ReturnType<typeof openForm> = openForm(tab, () => form.prefill('髙橋'));
  form.do((draft) => draft.startOver());
  expect(form.values).toEqual({ name: '髙橋', note: '' });
  pause();
  expect(stored()).toBeUndefined();
});
