import { expect, test } from 'vitest';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { keepCurrentAppraisal, readCurrentAppraisal } from '#people/session/current-appraisal.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook, openTab } from '#test/stand-ins/page/open.tsx';
import { quiet } from '#test/stand-ins/page/quiet.ts';
import { useClaim, useClaimLink } from './use-claim.ts';
import { useMailedToken } from './use-mailed-token.ts';

test('the token of a mailed link is read, and leaves the address', async () => {
  const hook = openHook(useMailedToken, { path: '/verify?a=1#token=secret' });
  await hook.page.do(() => undefined);
  expect(hook.now).toBe('secret');
  expect(hook.page.at).toBe('/verify');
  expect(hook.page.router.state.historyAction).toBe('REPLACE');
  expect(hook.results[0]).toBeUndefined();
});

test('a link that was cut off has none', () => {
  expect(openHook(useMailedToken, { path: '/verify' }).now).toBeNull();
});

test('a second link on the same page brings its own token', async () => {
  const hook = openHook(useMailedToken, { path: '/verify#token=one' });
  await hook.page.do(() => void hook.page.router.navigate('#token=two'));
  expect(hook.now).toBe('two');
});

const id = (seed: number) => makeAppraisalId(new Uint8Array([seed, 2, 3, 4, 5, 6, 7]));
const mailed = { appraisalId: id(1), claimToken: 'abc' };
const link = `/signup#appraisalId=${mailed.appraisalId}&claimToken=abc`;

test('a mailed application is kept where it is taken, and its token leaves the address', async () => {
  const hook = openHook(() => useClaim({ isTaken: true }), { path: link });
  await hook.page.do(() => undefined);
  expect(hook.page.at).toBe('/signup');
  expect(hook.now.claim).toMatchObject(mailed);
  expect(readCurrentAppraisal()).toMatchObject(mailed);
});

test('where it is only shown, nothing is kept and the address stays', async () => {
  const hook = openHook(() => useClaim({ isTaken: false }), { path: link });
  await hook.page.do(() => undefined);
  expect(hook.page.at).toBe(link);
  expect(hook.now.claim).toEqual(mailed);
  expect(readCurrentAppraisal()).toBeUndefined();
});

test('this tab’s latest application can be claimed, after that of a link, and released', async () => {
  const tab = openTab();
  const own = { appraisalId: id(9), claimToken: 'own', email: 'hana@example.jp' };
  keepCurrentAppraisal(own);
  expect(openHook(() => useClaim({ isTaken: false }), { path: link }, tab).now.claim).toEqual(
    mailed,
  );
  const hook = openHook(() => useClaim({ isTaken: true }), { path: '/signup' }, tab);
  expect(hook.now.claim).toMatchObject(own);
  await hook.do(({ letGo }) => letGo());
  expect(hook.now.claim).toBeUndefined();
  expect(readCurrentAppraisal()).toBeUndefined();
});

test('the owner of an application is loaded per person, with the token', async () => {
  const server = apiServer();
  const hook = openHook(() => useClaimLink(mailed, 'hana'));
  await quiet();
  expect(server.sent).toEqual([{ to: 'POST /api/applications/claim-link', body: mailed }]);
  await server.answer({ isTaken: false });
  expect(hook.now.value).toEqual({ isTaken: false });
  openHook(() => useClaimLink(undefined, 'hana'), {}, hook.tab);
  await quiet();
  expect(server.waiting).toEqual([]);
});
