import { readdir, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { type DrizzleSnapshotJSON, generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;
/** Names of the files there with that extension, without it. */
const names = async (path: string, ending: string) =>
  (await readdir(`${folder}/${path}`, { recursive: true }))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .toSorted();

test('the latest migration’s snapshot is the schema, so that the next one holds only what is new', async () => {
  const last = (await names('migrations/meta', '_snapshot.json')).at(-1);
  const stored = JSON.parse(
    await readFile(`${folder}/migrations/meta/${last}_snapshot.json`, 'utf8'),
  );
  const tables = await Promise.all(
    (await names('schema', '.ts')).map(
      (name) => import(pathToFileURL(`${folder}/schema/${name}.ts`).href),
    ),
  );
  const schema = generateDrizzleJson(Object.assign({}, ...tables));
  expect(await generateMigration(stored as DrizzleSnapshotJSON, schema)).toEqual([]);
});
