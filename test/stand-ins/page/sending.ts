import type { ReactNode } from 'react';
import { describe, expect, type Mock, test, vi } from 'vitest';
import { unreachableMessage } from '#kit/forms/submission.ts';
import { apiServer, type Sent } from './api-server.ts';
import { open, openTab, type Page } from './open.tsx';
import { type Person, signIn } from './person.ts';
import { quiet } from './quiet.ts';

/** Callback of a finished form, with its response or a part of it. */
export type Done = Mock<(...told: unknown[]) => void>;

type Sending = {
  /** The form or button; it calls `done` when finished. */
  part: (done: Done) => ReactNode;
  place?: Parameters<typeof open>[1];
  /** The signed-in person; a visitor by default. */
  person?: Person;
  known?: Record<string, unknown>;
  /** Fills in the form. */
  fill?: (page: Page) => Promise<unknown>;
  /** Name of the submit button. */
  press: string;
  /** Name of the button while sending. */
  pressed?: string;
  /** Expected request. */
  sends: Sent;
  answer?: unknown;
  /** Expected arguments of `done`, called once; none by default. */
  done?: unknown[];
  /** Set if `done` is never called. */
  isSilent?: true;
  /** Expected toast. */
  toast?: string;
  /** Text expected on the page afterwards. */
  shows?: string;
  /** Path of a field that shows its own error. */
  field?: string;
  /** Further effects of a 409: follow-up requests, a toast, text. */
  onConflict?: { asks?: string[]; toast?: string; shows?: string; hides?: true; done?: number };
};

/** Tests of forms and buttons: what they send, how they wait, and what they show afterwards. */
export function describeSending(cases: Record<string, Sending>) {
  describe.each(Object.entries(cases))('%s', (_name, one) => {
    const { part, place, fill, press, pressed = press, sends, answer = {}, toast = '' } = one;
    async function filled() {
      const done: Done = vi.fn();
      const tab = openTab();
      const server = apiServer(one.known);
      if (one.person) await signIn(server, one.person);
      const page = open(() => part(done), place, tab);
      await quiet();
      await fill?.(page);
      return { server, page, done };
    }
    async function sent() {
      const opened = await filled();
      await opened.page.press(press);
      return opened;
    }

    test('sends all that was entered, once, and hands on the answer', async () => {
      const { server, page, done } = await filled();
      expect(server.sent).toEqual([]);
      expect(page.isBusy(press)).toBe(false);
      await page.press(press);
      expect(server.sent).toEqual([sends]);
      expect(page.isBusy(pressed)).toBe(true);
      await page.press(pressed);
      expect(server.sent).toHaveLength(1);
      expect(done).not.toHaveBeenCalled();
      expect(page.toast).toBe('');
      await server.answer(answer);
      if (!one.isSilent) expect(done).toHaveBeenCalledOnce();
      if (one.done) expect(done).toHaveBeenCalledWith(...one.done);
      expect(page.toast).toBe(toast);
      if (one.shows) expect(page.text).toContain(one.shows);
    });

    test('says why somebody was quicker, and hands on nothing else', async () => {
      const { server, page, done } = await sent();
      await server.refuse('Conflict', '今はできません。');
      const { asks = [], hides, ...more } = one.onConflict ?? {};
      expect(server.waiting).toEqual(asks);
      if (!hides) expect(`${page.text} ${page.message}`).toContain('今はできません。');
      if (more.shows) expect(page.text).toContain(more.shows);
      expect(page.toast).toBe(more.toast ?? '');
      expect(done).toHaveBeenCalledTimes(more.done ?? 0);
    });

    test('says why it failed, keeps what was entered, and goes as the same one again', async () => {
      const { server, page, done } = await sent();
      await server.refuse('InternalError', '今はできません。');
      expect(`${page.text} ${page.message}`).toContain('今はできません。');
      await page.press(press);
      await server.lose();
      expect(page.text).toContain(unreachableMessage);
      expect(page.text).not.toContain('今はできません。');
      expect(page.isBusy(press)).toBe(false);
      await page.press(press);
      expect(server.sent).toEqual([sends, sends, sends]);
      expect(page.text).not.toContain(unreachableMessage);
      if (one.field !== undefined) {
        const errors = [{ path: one.field, message: 'この欄を直してください。' }];
        await server.refuse('ValidationError', '入力をご確認ください。', { errors });
        expect(page.text).toContain('この欄を直してください。');
        expect(page.all('[aria-invalid=true]')).not.toEqual([]);
      }
      expect(page.toast).toBe('');
      expect(done).not.toHaveBeenCalled();
    });
  });
}
