import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { beforeAll, expect, test } from 'vitest';
import { loadSample } from '#start/sample/load-sample.server.ts';
import { callerOf, makeCalls } from '#test/openapi-client/calls.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp();
const { app, db, clock, files } = house;
const project = join(import.meta.dirname, '..', '..', '..');
const folder = join(project, 'node_modules', '.cache', 'openapi-client');

beforeAll(async () => {
  const size = { seed: 7, associates: 6, donors: 6, donations: 20 };
  await loadSample({ db, clock: () => clock.now, files }, size);
});

test('a program that is generated from the document compiles', async () => {
  const document = (await app.inject('/api/openapi.json')).json();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'paths.ts'), astToString(await openapiTypescript(document)));
  await copyFile(join(project, 'test', 'openapi-client', 'calls.ts'), join(folder, 'calls.ts'));
  const compilerOptions = {
    ...{ target: 'ES2024', lib: ['ES2024', 'DOM', 'DOM.Iterable'], module: 'ESNext' },
    ...{ moduleResolution: 'Bundler', strict: true, noEmit: true, types: [] },
    allowImportingTsExtensions: true,
  };
  const settings = JSON.stringify({ compilerOptions, files: ['calls.ts'] });
  await writeFile(join(folder, 'tsconfig.json'), settings);
  const compiler = join(project, 'node_modules', 'typescript7', 'bin', 'tsc');
  const compiled = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  expect(compiled.stdout).toBe('');
}, 60_000);

test('and its thirty calls are answered as it expects', async () => {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const signIn = signedIn(house);
  const statuses = await makeCalls({
    visitor: callerOf(origin),
    donor: callerOf(origin, await signIn('hanako')),
    owner: callerOf(origin, await signIn('owner-of-all', 'owner')),
  });
  const refused = [404, 400, 401];
  expect(statuses).toHaveLength(30);
  expect(statuses.filter((status) => status !== 200)).toEqual(refused);
});
