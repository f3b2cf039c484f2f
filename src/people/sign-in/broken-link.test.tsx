import type { ComponentType } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { linesOf, renderedHtml } from '#test/rendered.ts';

// The token is read in the browser only: this is the content of a link's hash.
vi.mock('./use-mailed-token.ts', { spy: true });
// A test before this one may have loaded a page with the real hook.
vi.resetModules();
const { tokenFromHash, useMailedToken } = await import('./use-mailed-token.ts');
const { default: UndoEmailChange } = await import('#people/accounts/undo-email-change-page.tsx');
const { default: Unsubscribe } = await import('#people/mail/unsubscribe-page.tsx');
const { default: VerifyEmail } = await import('./verify-email-page.tsx');
afterEach(() => vi.mocked(useMailedToken).mockReset());

const pages: [string, ComponentType, string][] = [
  ['the verification of an e-mail', VerifyEmail, 'メールアドレスを確認する'],
  ['the end of a kind of mails', Unsubscribe, '配信を停止する'],
  ['the undoing of a changed e-mail', UndoEmailChange, '元のメールアドレスに戻す'],
];

test.each(pages)(
  '%s says of a link without its token that it is broken, and has no button for it',
  (_, Page, button) => {
    vi.mocked(useMailedToken).mockReturnValue(tokenFromHash('#'));
    const lines = linesOf(<Page />);
    expect(lines).toContain('リンクを読み取れませんでした');
    expect(lines.join()).toMatch(/メールのボタンをもう一度押すか、リンクの全体をコピーして開いて/);
    expect(lines).not.toContain(button);
  },
);

test.each(pages)('%s has its button with a token, and until that is known', (_, Page, button) => {
  for (const token of [tokenFromHash('#token=abc'), undefined]) {
    vi.mocked(useMailedToken).mockReturnValue(token);
    expect(renderedHtml(<Page />)).not.toContain('リンクを読み取れませんでした');
    expect(linesOf(<Page />)).toContain(button);
  }
});

test.each([
  ['#token=abc', 'abc'],
  ['#token=', null],
  ['#tok', null],
  ['', null],
])('the token in the rest %j of a link is %j', (hash, token) => {
  expect(tokenFromHash(hash)).toBe(token);
});
