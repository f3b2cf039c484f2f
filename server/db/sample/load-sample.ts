import { sql } from 'drizzle-orm';
import type { Role } from '#domain/auth/roles.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { patient, transaction, unhurriedMs } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import { images } from '#server/db/schema/images.ts';
import { pledgeItems, pledges } from '#server/db/schema/pledges.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { FileStore } from '#server/outside/files.ts';
import { placeBoxes } from './batches.ts';
import { settledBoxes } from './boxes.ts';
import { boxesUnderWay } from './boxes-under-way.ts';
import { inventOrganisations } from './organisations.ts';
import { samplePictures, writePictures } from './pictures.ts';
import { pledgedBoxes, pledgeRows } from './pledges.ts';
import { popularityOf } from './popularity.ts';
import { noteSample, sampleRecord } from './sample-state.ts';
import { makePassword, type SampleSignIn, signInEmails } from './sign-ins.ts';
import { writeBoxes } from './write-boxes.ts';
import { writeOrganisations } from './write-organisations.ts';
import { writePeople } from './write-people.ts';

/** How much to invent. Donors and donations may be as many as a load test needs. */
export type SampleOptions = {
  seed: number;
  associates: number;
  donors: number;
  donations: number;
};

export const defaultSample: SampleOptions = {
  seed: 20_171_101,
  associates: 72,
  donors: 400,
  donations: 880,
};

/** How far a loading is; `label` says in Japanese what is being made. */
export type SampleProgress = { done: number; total: number; label: string };

const pledgesAtOnce = 1_000;
/** Drawing one takes as long as writing about so many rows. */
const pictureWeight = 25;

/**
 * Loads the sample: the same for a seed and a moment but for the passwords, in one transaction.
 * Answers its sign-ins. Throws when sample data is loaded already.
 */
export async function loadSample(
  { db: given, clock, files }: Pick<Dependencies, 'db' | 'clock'> & { files: FileStore },
  options: SampleOptions,
  onProgress: (progress: SampleProgress) => void = () => undefined,
): Promise<SampleSignIn[]> {
  const { seed, donors } = options;
  const now = clock();
  const db = patient(given, unhurriedMs);
  if (await sampleRecord(db)) throw alreadyLoaded();
  const organisations = inventOrganisations(seed, options.associates, now);
  const popularity = popularityOf(seed, organisations);
  const settled = settledBoxes(seed, popularity, options, now);
  const underWay = boxesUnderWay(seed, popularity, options, now);
  const boxes = [...settled, ...underWay];
  const placed = placeBoxes(boxes);
  const pledged = pledgedBoxes(
    seed,
    placed.batches.flatMap((batch) => batch.boxes),
  );

  let done = 0;
  const total =
    samplePictures.length * pictureWeight +
    organisations.length +
    donors +
    boxes.length +
    pledged.length;
  const step = (label: string) => (count: number) => {
    done += count;
    onProgress({ done, total, label });
  };

  const signIns = (Object.keys(signInEmails) as Role[]).map((role) => ({
    role,
    email: signInEmails[role],
    password: makePassword(),
  }));
  const [donor, staff, operator] = await Promise.all(
    signIns.map(({ password }) => hashPassword(password)),
  );
  const passwordHashes = { donor, staff, operator } as Record<Role, string>;
  const drew = step('写真を描いています');
  const pictures = await writePictures(files, now, () => drew(pictureWeight));

  const patientDb = patient(db);
  await transaction(patientDb, async (tx) => {
    if (!(await noteSample(tx, { ...options, signIns }))) throw alreadyLoaded();
    await writeOrganisations(tx, seed, organisations, now, step('団体を用意しています'));
    const firstApplied = new Map<number, number>();
    for (const { person, isGuest, appliedAt } of boxes) {
      if (isGuest) continue;
      firstApplied.set(person, Math.min(appliedAt, firstApplied.get(person) ?? appliedAt));
    }
    const staffOf = organisations[0]?.id;
    const newcomers = { seed, donors, firstApplied, passwordHashes, staffOf, now };
    await writePeople(tx, newcomers, step('寄付者を用意しています'));
    await writeBoxes(tx, seed, placed, step('寄付の記録を用意しています'));
    await insertAll(tx, images, pictures);
    const posted = step('#mypledgeを用意しています');
    for (let from = 0; from < pledged.length; from += pledgesAtOnce) {
      const rows = pledged
        .slice(from, from + pledgesAtOnce)
        .map((box, index) => pledgeRows(seed, box, from + index, now));
      await insertAll(
        tx,
        pledges,
        rows.map(({ pledge }) => pledge),
      );
      await insertAll(
        tx,
        pledgeItems,
        rows.flatMap(({ items }) => items),
      );
      posted(rows.length);
    }
  });
  // Without statistics the first searches of a large sample would be planned as for empty tables.
  await patientDb.execute(sql`analyze`);
  return signIns;
}

const alreadyLoaded = () =>
  new Error(
    '見本データはすでに入っています。先に npm run sample -- --remove で取り除いてください。',
  );
