import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { type DrizzleSnapshotJSON, generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';

test('the latest migration’s snapshot is the schema, so that the next one holds only what is new', async () => {
  const last = globSync('src/kit/db/migrations/meta/*_snapshot.json').toSorted().at(-1) ?? '';
  const stored = JSON.parse(await readFile(last, 'utf8'));
  const files = globSync('src/**/*-tables.server.ts');
  expect(files.length).toBeGreaterThan(30);
  const tables = await Promise.all(files.map((file) => import(pathToFileURL(file).href)));
  const schema = generateDrizzleJson(Object.assign({}, ...tables));
  expect(await generateMigration(stored as DrizzleSnapshotJSON, schema)).toEqual([]);
});
