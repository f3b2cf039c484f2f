import { pledgeItems, pledges } from '#giving/pledges/pledge-tables.server.ts';
import { copyAll } from '#kit/db/copy-all.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import type { FileStore } from '#kit/files/files.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { hashPassword } from '#people/sign-in/passwords.server.ts';
import { resultBatches } from '#warehouse/results/result-tables.server.ts';
import { placeBoxes } from './batches.server.ts';
import { type Box, settledBoxes } from './boxes.server.ts';
import { boxesUnderWay } from './boxes-under-way.server.ts';
import { planMoney } from './money/plan.server.ts';
import { inventOrganisations } from './organisations.server.ts';
import { samplePictures, writePictures } from './pictures.server.ts';
import { pledgedBoxes, pledgeRows } from './pledges.server.ts';
import { popularityOf } from './popularity.server.ts';
import type { SampleSignIn } from './sign-ins.server.ts';
import { writeBoxes } from './write/write-boxes.server.ts';
import { writeItems, writeRemittances, writeRuns } from './write/write-money.server.ts';
import { writeOrganisations, writePointers } from './write/write-organisations.server.ts';
import { writeDonors, writeSignIns } from './write/write-people.server.ts';
import type { WriteTo, Written } from './write/write-to.server.ts';

/** Size of the sample; a load test may ask for any number of donors and donations. */
export type SampleOptions = {
  seed: number;
  associates: number;
  donors: number;
  donations: number;
  /** Writes every step and article of all boxes, not only of the newest. */
  isWhole?: boolean | undefined;
};

/** Written in one transaction, or with the others if the sample is small. */
export type SamplePart = {
  /** Its name in the record of a loading: the same for the same options. */
  name: string;
  /** The current work, in Japanese. */
  label: string;
  /** Approximate rows: its share of the work. */
  rows: number;
  write(to: WriteTo, onWritten: (rows: number) => void): Promise<Written>;
};

const organisationsAtOnce = 500;
const peopleAtOnce = 2_000;
const remittancesAtOnce = 5_000;
const boxesAtOnce = 1_000;
/** Smaller samples get smaller parts: each is prepared while the database writes others. */
const minBoxParts = 12;
const pledgesAtOnce = 2_000;
/** Rows of one item in all tables, on average; drawing a picture takes as long as this many. */
const rowsOf = {
  organisation: 12,
  donor: 2,
  run: 4,
  remittance: 8,
  item: 4,
  box: 18,
  picture: 250,
  pledge: 4,
};

/** Gifts with sold goods: all but the newest of an ordinary sample. */
const maxSales = 5_000;
/** Newest boxes that keep all steps and articles without `--whole`: far more than lists show. */
const wholeBoxes = 50_000;

/** A part with no postings or applications to write afterwards. */
export const plainPart = (
  name: string,
  label: string,
  rows: number,
  write: (...to: Parameters<SamplePart['write']>) => Promise<unknown>,
): SamplePart => ({
  name,
  label,
  rows,
  async write(...to) {
    await write(...to);
    return {};
  },
});

type PartsInput = { options: SampleOptions; signIns: readonly SampleSignIn[]; now: Date };

/**
 * Parts of a sample in groups, and their number of boxes: parts of a group depend only on earlier groups and can be
 * written concurrently. Deterministic for options and time, so that an interrupted loading resumes.
 */
export async function sampleParts(
  { options, signIns, now }: PartsInput,
  files: FileStore,
): Promise<{ groups: SamplePart[][]; boxes: number }> {
  const { seed, donors } = options;
  const organisations = inventOrganisations(seed, options.associates, now);
  const popularity = popularityOf(seed, organisations);
  const boxes = [
    ...settledBoxes(seed, popularity, options, now),
    ...boxesUnderWay(seed, popularity, options, now),
  ];
  const { batches, open } = placeBoxes(boxes);
  const placed = [...batches.flatMap((batch) => batch.boxes), ...open];
  const pledged = pledgedBoxes(seed, placed);
  const money = planMoney(seed, placed, organisations, now);
  const sent = money.runs.flatMap(({ remittances }) => remittances);
  const world = {
    seed,
    sellsEvery: Math.max(1, Math.ceil(options.donations / maxSales)),
    wholeFrom: options.isWhole ? 0 : Math.max(0, placed.length - wholeBoxes),
    now,
  };
  const firstApplied = firstApplications(boxes);
  const passwordHashes = await hashesOf(signIns);

  const groups = [
    [
      ...ranges(organisations.length, organisationsAtOnce).map(({ from, to }) =>
        plainPart(
          `organisations-${from}`,
          '団体を用意しています',
          (to - from) * rowsOf.organisation,
          ({ tx }) => writeOrganisations(tx, seed, organisations.slice(from, to), from, now),
        ),
      ),
      ...ranges(donors, peopleAtOnce).map(({ from, to }) =>
        plainPart(
          `donors-${from}`,
          '寄付者を用意しています',
          (to - from) * rowsOf.donor,
          ({ client }) => writeDonors(client, { seed, from: from + 1, to, firstApplied, now }),
        ),
      ),
      plainPart(
        'pictures',
        '写真を描いています',
        samplePictures.length * rowsOf.picture,
        async ({ tx }, onWritten) => {
          const rows = await writePictures(files, now, () => onWritten(rowsOf.picture));
          await insertAll(tx, images, rows);
        },
      ),
    ],
    [
      plainPart('pointers', '特集を用意しています', 1, ({ tx }) =>
        writePointers(tx, seed, organisations, now),
      ),
      plainPart('sign-ins', 'ログインを用意しています', 1, (to) =>
        writeSignIns(to, { seed, donors, passwordHashes, staffOf: organisations[0]?.id, now }),
      ),
      plainPart('uploads', '取り込みを用意しています', batches.length, ({ tx }) =>
        insertAll(
          tx,
          resultBatches,
          batches.map(({ row }) => row),
        ),
      ),
      plainPart('runs', '送金を用意しています', money.runs.length * rowsOf.run, ({ tx }) =>
        writeRuns(tx, money, now),
      ),
    ],
    ranges(sent.length, remittancesAtOnce).map(({ from, to }) => ({
      name: `remittances-${from}`,
      label: '送金の記録を用意しています',
      rows: (to - from) * rowsOf.remittance,
      write: (where: WriteTo) => writeRemittances(where, sent.slice(from, to)),
    })),
    ranges(placed.length, Math.min(boxesAtOnce, Math.ceil(placed.length / minBoxParts))).map(
      ({ from, to }) => {
        const part = placed.slice(from, to);
        const rows = part.length * rowsOf.box;
        const label = '寄付の記録を用意しています';
        const write = ({ client }: WriteTo) => writeBoxes(client, world, part);
        return { name: `boxes-${from}`, label, rows, write };
      },
    ),
    [
      {
        name: 'items',
        label: '未送金の明細を用意しています',
        rows: money.items.length * rowsOf.item,
        write: (where: WriteTo) => writeItems(where, seed, money),
      },
      ...ranges(pledged.length, pledgesAtOnce).map(({ from, to }) =>
        plainPart(
          `pledges-${from}`,
          '#mypledgeを用意しています',
          (to - from) * rowsOf.pledge,
          async ({ client }) => {
            const rows = pledged
              .slice(from, to)
              .map((box, index) => pledgeRows(seed, box, from + index, now));
            await copyAll(
              client,
              pledges,
              rows.map(({ pledge }) => pledge),
            );
            await copyAll(
              client,
              pledgeItems,
              rows.flatMap(({ items }) => items),
            );
          },
        ),
      ),
    ],
  ];
  return { groups, boxes: placed.length };
}

function ranges(count: number, size: number): { from: number; to: number }[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, index) => ({
    from: index * size,
    to: Math.min(count, (index + 1) * size),
  }));
}

function firstApplications(boxes: readonly Box[]): Map<number, number> {
  const first = new Map<number, number>();
  for (const { person, isGuest, appliedAt } of boxes) {
    if (!isGuest) first.set(person, Math.min(appliedAt, first.get(person) ?? appliedAt));
  }
  return first;
}

async function hashesOf(signIns: readonly SampleSignIn[]): Promise<Record<Role, string>> {
  const hashes = await Promise.all(
    signIns.map(async ({ role, password }) => [role, await hashPassword(password)]),
  );
  return Object.fromEntries(hashes) as Record<Role, string>;
}
