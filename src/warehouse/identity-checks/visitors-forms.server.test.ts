import { once } from 'node:events';
import { type ClientRequest, request as connect } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { applicationToken } from '#giving/applications/application-tokens.server.ts';
import { identityChecks } from '#test/factories/identity-papers.ts';
import { testApp, testSecret } from '#test/test-app.ts';

const house = await testApp();
const checks = await identityChecks(house);
await house.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = house.app.server.address() as AddressInfo;
const open: ClientRequest[] = [];
afterAll(() => {
  for (const one of open) one.destroy();
});
beforeEach(() => checks.appraised());

/** Begins a form as a visitor and never finishes it. Returns a function for the status, 0 while there is none. */
async function beginForm(): Promise<() => number> {
  let status = 0;
  const sending = connect({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/applications/identity-papers',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' },
  });
  sending.on('response', (answer) => {
    status = answer.statusCode ?? 0;
    answer.resume();
  });
  sending.on('error', () => undefined);
  open.push(sending);
  sending.write('--b\r\nContent-Disposition: form-data; name="papers"\r\n\r\n{');
  await once(house.app.server, 'request');
  return () => status;
}

test('visitors who send without end do not stop others from sending', async () => {
  const begun: (() => number)[] = [];
  for (let n = 0; n < 12; n++) begun.push(await beginForm());
  await expect.poll(() => begun.filter((status) => status() === 503).length).toBeGreaterThan(0);
  expect((await checks.send()).statusCode).toBe(200);

  await checks.appraised({ uid: null });
  const token = applicationToken(testSecret, 'status', checks.id());
  const guest = () => checks.send(undefined, { as: {}, token });
  expect((await guest()).statusCode).toBe(503);
  for (const one of open) one.destroy();
  await expect.poll(async () => (await guest()).statusCode).toBe(200);
});
