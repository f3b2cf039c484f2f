import { expect, onTestFinished, test } from 'vitest';
import { resultFile, resultLine } from '#test/factories/donating.ts';
import { removeDataDir, startServer } from '#test/server-process.ts';
import { signIn } from '#test/sign-in.ts';
import { dataFolder } from './data-folder.ts';

const operator = {
  OPERATOR_EMAIL: 'operator@example.com',
  OPERATOR_PASSWORD: 'a long password 123',
  SAMPLE_DATA: 'off',
};
const longestStopMs = 10_000;
const file = resultFile(...Array.from({ length: 100_000 }, (_, n) => resultLine(n)));

async function startedServer() {
  const dataDir = await dataFolder('empty');
  onTestFinished(() => removeDataDir(dataDir));
  const server = await startServer(dataDir, operator);
  onTestFinished(async () => void (await server.stop()));
  const { OPERATOR_EMAIL: email, OPERATOR_PASSWORD: password } = operator;
  const token = await signIn(server.url, email, password);
  const tryFile = async () => {
    const form = new FormData();
    form.set('csv', new Blob([file]), 'results.csv');
    const reply = await fetch(`${server.url}/api/csv/appraisal-result?dryRun=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    return { status: reply.status, body: await reply.json() };
  };
  return { server, tryFile };
}

test('the built server has its threads, and answers others while they read 100,000 rows', async () => {
  const { server, tryFile } = await startedServer();
  let isOver = false;
  const reading = tryFile().finally(() => {
    isOver = true;
  });
  let answered = 0;
  while (!isOver) {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    answered += 1;
  }
  expect(await reading).toMatchObject({ status: 200, body: { rows: 100_000, rejected: 100_000 } });
  expect(answered).toBeGreaterThan(10);
  expect(server.output()).not.toMatch(/"level":(50|60)/);
});

test('SIGTERM while threads are at work ends the process in time', async () => {
  const { server, tryFile } = await startedServer();
  const replies = Promise.allSettled([tryFile(), tryFile(), tryFile()]);
  // Handled in order of arrival: after these the files are being read.
  for (let asked = 0; asked < 20; asked++) await fetch(`${server.url}/healthz`);
  const began = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(longestStopMs);
  for (const reply of await replies) {
    // Answered, refused, or cut off after the time limit; never a defect.
    if (reply.status === 'fulfilled') expect([200, 503]).toContain(reply.value.status);
  }
  expect(server.output()).not.toMatch(/"level":(50|60)/);
});
