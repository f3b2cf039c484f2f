import { beforeAll, describe, expect, test } from 'vitest';
import { images as imagesTable } from '#kit/images/image-tables.server.ts';
import { images } from '#kit/images/images.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { smallPicture } from '#test/factories/pictures.ts';
import { testApp } from '#test/test-app.ts';
import { identityPapers } from '#warehouse/identity-checks/identity-check-tables.server.ts';
import { paperFiles } from '#warehouse/identity-checks/paper-files.server.ts';
import type { FileStore } from './files.server.ts';

const { db, dependencies, services } = await testApp();

/** The real store with another `remove`, to observe removals or fail them. */
const storeThat = (remove: FileStore['remove']): FileStore => ({ ...dependencies.files, remove });

const owners = [
  {
    what: 'a picture',
    rows: () => db.$count(imagesTable),
    /** Stores a file with this store and removes it. */
    async run(files: FileStore) {
      const service = images({ ...dependencies, files });
      const bytes = await smallPicture('png', { width: 64, height: 64 });
      const { id } = await service.keep(bytes, { kind: 'pledge', ownerUid: 'hanako' });
      await service.forget([id]);
    },
  },
  {
    what: 'a paper of an identity check',
    rows: () => db.$count(identityPapers),
    async run(files: FileStore) {
      const service = paperFiles({ ...dependencies, files });
      const bytes = Buffer.from('a paper');
      const paper = { kind: 'driving-licence', format: 'jpg', bytes } as const;
      await service.forget(await service.keep(numberOf(1), [paper]));
    },
  },
];

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  await insertApplications(db, [application(1)]);
});

test('of more files than one batch, those that failed are removed by the next sweep', async () => {
  const names: string[] = [];
  const files = storeThat(async (name) => {
    names.push(name);
    if (names.length > 100) throw new Error('the store is gone');
    await dependencies.files.remove(name);
  });
  const service = paperFiles({ ...dependencies, files });
  const paper = { kind: 'driving-licence', format: 'jpg', bytes: Buffer.from('a paper') } as const;
  const ids = await service.keep(
    numberOf(1),
    Array.from({ length: 101 }, () => paper),
  );
  await expect(service.forget(ids)).rejects.toThrow('the store is gone');
  const last = names.at(-1) ?? '';
  expect(await dependencies.files.read(last)).not.toBeUndefined();
  await db.delete(settings);
  expect(await services.retention.sweep()).toBe(true);
  expect(await dependencies.files.read(last)).toBeUndefined();
});

describe.each(owners)('$what', ({ rows, run }) => {
  test('is removed from the store when its row is gone for good', async () => {
    const seen: number[] = [];
    await run(
      storeThat(async (name) => {
        // On its own connection, which still sees a row whose deletion is not committed.
        seen.push(await rows());
        await dependencies.files.remove(name);
      }),
    );
    expect(new Set(seen)).toEqual(new Set([0]));
  });

  test('whose files could not go is removed by the next sweep', async () => {
    const left: string[] = [];
    const broken = storeThat(async (name) => {
      left.push(name);
      throw new Error('the store is gone');
    });
    await expect(run(broken)).rejects.toThrow('the store is gone');
    const [name = ''] = left;
    const files = dependencies.files;
    await files.write(name, Buffer.from('what was left'));
    expect(await rows()).toBe(0);
    await db.delete(settings);
    expect(await services.retention.sweep()).toBe(true);
    expect(await files.read(name)).toBeUndefined();
  });
});
