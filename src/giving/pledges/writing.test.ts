import { expect, test, vi } from 'vitest';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { unreachableMessage } from '#kit/forms/submission.ts';
import { useForm } from '#kit/forms/use-form.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn } from '#test/stand-ins/page/person.ts';
import { draftOf, type VersionedPledge } from './own-pledge.ts';
import type { OwnPledge } from './pledge.ts';
import { PledgeDraft } from './pledge-draft.ts';
import { useItemPictures } from './use-item-pictures.ts';
import { forgetPledgeDraft, keptPictures, usePledgeDraft } from './use-pledge-draft.ts';
import { usePledgeEdit } from './use-pledge-edit.ts';

const appraisalId = makeAppraisalId(new Uint8Array([1, 2, 3, 4, 5, 6, 7]));
const picture = (id: string) => ({
  ...{ id, image: `/images/${id}`, width: 800, height: 600, widths: [] },
  ...{ name: `${id}の名前`, comment: '' },
});
const pledge = {
  ...{ id: 'p1', appraisalId, text: '母のコートです。', showsAmount: false, state: 'published' },
  items: [picture('a'), picture('b')],
} as unknown as OwnPledge;
const shown: VersionedPledge = { pledge, etag: '"3"' };
const draftName = `tasuki.draft.pledge.${appraisalId}.v1`;

/** A pledge being written, with the hooks combined as in its form. */
function writing({ of = shown, isNew = false, tab = openTab() } = {}) {
  const onSaved = vi.fn();
  const onDone = vi.fn();
  const hook = openHook(
    () => {
      const form = useForm({ schema: PledgeDraft, initial: draftOf(pledge) });
      const itemPictures = useItemPictures(form, pledge.items);
      const draft = usePledgeDraft({
        form,
        itemPictures,
        stored: pledge.items,
        shown: isNew ? undefined : of,
      });
      const edit = usePledgeEdit({ shown: draft.shown, form, onSaved, onDone });
      return { form, itemPictures, draft, edit };
    },
    {},
    tab,
  );
  return {
    hook,
    onSaved,
    onDone,
    tab,
    type: (text: string) => hook.do(({ form }) => form.setValue('text', text)),
    send: (files: File[] = []) => hook.do(({ edit }) => edit.submit(files)()),
    stored: () => JSON.parse(localStorage.getItem(draftName) ?? 'null')?.values,
  };
}

test('an edit sends its pictures and the shown version, with one idempotency key', async () => {
  const server = apiServer();
  const page = writing();
  await page.type('祖母のコートです。');
  await page.send([new File(['12'], 'coat.jpg'), new File(['123'], 'hat.jpg')]);
  const { body, ...rest } = server.sent[0] as { body: Record<string, string> };
  expect(rest).toEqual({ to: 'POST /api/my-pledges', ifMatch: '"3"', key: 'key 1' });
  expect(JSON.parse(body.pledge ?? '')).toEqual({
    ...draftOf(pledge),
    text: '祖母のコートです。',
  });
  expect(body.image).toEqual(['coat.jpg 2', 'hat.jpg 3']);
  expect(page.hook.now.edit.isPending).toBe(true);

  await server.progress(30, 120);
  expect(page.hook.now.edit.share).toBe(0.25);
  await server.answer(pledge);
  expect(page.onSaved).toHaveBeenCalledOnce();
  expect(page.onDone).toHaveBeenCalledExactlyOnceWith(pledge);
});

test('after saving, the donor’s own list reloads before success is shown', async () => {
  const server = apiServer();
  const tab = openTab();
  await signIn(server);
  const page = writing({ tab });
  const own = () => server.asked.filter((one) => one === 'GET /api/users/my-pledges').length;
  const before = own();
  await page.send();
  expect([own(), page.onDone.mock.calls]).toEqual([before, []]);
  await server.answer(pledge);
  expect(own()).toBe(before + 1);
  expect(page.onDone).toHaveBeenCalledExactlyOnceWith(pledge);
});

test('a new pledge names no version', async () => {
  const server = apiServer();
  const page = writing({ isNew: true });
  await page.send();
  expect(server.sent[0]?.ifMatch).toBeUndefined();
});

test('after a concurrent change the donor sees both, and the next press sends the stored version', async () => {
  const server = apiServer();
  const page = writing();
  await page.type('祖母のコートです。');
  await page.send();
  await server.refuse('Conflict', '別の画面で変更されました。');
  expect(server.waiting).toEqual(['GET /api/users/my-pledges/p1']);
  await server.answer({ ...pledge, text: '父のコートです。' }, { headers: { etag: '"4"' } });
  const { edit, form } = page.hook.now;
  expect(edit.newer).toMatchObject({ etag: '"4"', pledge: { text: '父のコートです。' } });
  expect(edit.message).toBeUndefined();
  expect(form.values.text).toBe('祖母のコートです。');
  await page.send();
  expect(server.sent.at(-1)?.ifMatch).toBe('"4"');
});

test('if the pledge was withheld meanwhile, or does not load, only the refusal is shown', async () => {
  const server = apiServer();
  const page = writing();
  for (const answer of [
    () => server.answer({ ...pledge, state: 'withheld' }),
    () => server.lose(),
  ]) {
    await page.send();
    await server.refuse('Conflict', '別の画面で変更されました。');
    await answer();
    expect(page.hook.now.edit).toMatchObject({
      newer: undefined,
      message: '別の画面で変更されました。',
    });
  }
});

test('a cancelled upload stops and says so, without an error; the next is a new attempt', async () => {
  const server = apiServer();
  const page = writing();
  await page.send();
  await page.hook.do(({ edit }) => edit.cancel());
  expect(server.waiting).toEqual([]);
  expect(page.hook.page.toast).toBe('送信を取りやめました。');
  expect(page.hook.now.edit).toMatchObject({ isPending: false, message: undefined });
  await page.send();
  await server.lose();
  expect(page.hook.now.edit.message).toBe(unreachableMessage);
  expect(page.onDone).not.toHaveBeenCalled();
});

test('leaving the page cancels the upload', async () => {
  const server = apiServer();
  const page = writing();
  await page.send();
  page.hook.leave();
  expect(server.waiting).toEqual([]);
});

test('what is written is kept for this donation, with the version that it was begun from', async () => {
  apiServer();
  const first = writing();
  await first.type('祖母のコートです。');
  await first.hook.do(({ itemPictures }) => itemPictures.moveUp(1));
  await first.hook.do(({ itemPictures }) => itemPictures.add(new File(['1'], 'hat.jpg')));
  first.hook.leave();
  expect(first.stored()).toMatchObject({ text: '祖母のコートです。', etag: '"3"' });

  const next = writing({ of: { pledge, etag: '"5"' }, tab: first.tab });
  const { form, draft, itemPictures } = next.hook.now;
  expect(form.values.text).toBe('祖母のコートです。');
  expect(draft).toMatchObject({ isRestored: true, missingCount: 1, shown: { etag: '"3"' } });
  expect(itemPictures.pictures.map(({ key }) => key)).toEqual(['b', 'a']);

  await next.hook.do(({ itemPictures: pictures }) => pictures.add(new File(['1'], 'hat.jpg')));
  expect(next.hook.now.draft.missingCount).toBe(0);
  await next.hook.do(({ draft: kept }) => kept.startOver());
  expect(next.hook.now.draft).toMatchObject({ missingCount: 0, shown: { etag: '"5"' } });
  expect(next.hook.now.form.values.text).toBe('母のコートです。');
  expect(next.hook.now.itemPictures.pictures.map(({ key }) => key)).toEqual(['a', 'b']);
});

test('a new pledge that was stored meanwhile is no new one: its draft names the version of none', async () => {
  apiServer();
  const first = writing({ isNew: true });
  await first.type('祖母のコートです。');
  first.hook.leave();
  const next = writing({ tab: first.tab });
  expect(next.hook.now.draft.shown?.etag).toBe('"0"');
});

test('a deleted pledge leaves no draft of its own, and those of others stay', async () => {
  apiServer();
  const page = writing();
  await page.type('祖母のコートです。');
  page.hook.leave();
  localStorage.setItem('tasuki.draft.pledge.other.v1', '{}');
  forgetPledgeDraft(appraisalId);
  expect(Object.keys(localStorage)).toEqual(['tasuki.draft.pledge.other.v1']);
});

const kept = (id: string) => ({ id, name: 'コート', comment: '' });
test('a draft keeps stored pictures in their order and says how many are to be chosen again', () => {
  const draft = {
    etag: '"3"',
    missingCount: 1,
    items: [kept('b'), kept(''), kept('gone'), kept('')],
  };
  expect(keptPictures(draft, pledge.items)).toEqual({
    etag: '"3"',
    items: [kept('b')],
    missingCount: 3,
  });
});

test.each([undefined, null, {}, { etag: '', missingCount: 0, items: 'a' }])(
  '%j holds no pictures',
  (draft) => expect(keptPictures(draft, pledge.items)).toBeUndefined(),
);
