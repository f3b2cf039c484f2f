import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '#kit/errors/refusal.ts';
import { renderBudget } from '#kit/http/pages/render-budget.server.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { concurrencyGate } from './gate.server.ts';

/** Part of every file name. Raise it when the way pictures are drawn changes. */
const drawnSince = 1;

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;

const tooManyMessage =
  '続けて画像を開かれたため、少しお待ちいただいています。少し時間をおいて、もう一度お試しください。';

/** A picture to draw: its facts, the stored picture on it, if any, and the function that draws it. */
type Drawing = {
  of: readonly string[];
  imageId?: string;
  /** Undefined if it cannot be drawn. */
  draw: () => Promise<Buffer | undefined>;
  /** IP address of the request, for limiting new pictures per address. */
  address: string;
};

/**
 * Pictures drawn once and cached as files, named by the facts they are drawn from, so that a change makes another
 * file. One is drawn at a time, `waiting` more queue, further ones are refused. Keeps at most `most` files, for
 * `keptMs`; a picture that cannot be cached is drawn again.
 */
export const drawings = ({
  folder,
  clock,
  most = 1_000,
  keptMs = 7 * dayMs,
  waiting = 8,
  perAddress = { burst: 30, perSecond: 0.5 },
}: {
  folder: string;
  clock: () => Date;
  most?: number;
  keptMs?: number;
  waiting?: number;
  perAddress?: { burst: number; perSecond: number };
}) => {
  const underWay = new Map<string, Promise<Buffer | undefined>>();
  const inTurn = concurrencyGate({ running: 1, waiting });
  const budget = renderBudget(perAddress);
  let tidiedAt = Number.NEGATIVE_INFINITY;

  const nameOf = ({ of, imageId = '' }: Drawing) => {
    const hash = createHash('sha256').update(JSON.stringify([drawnSince, ...of, imageId]));
    return `${imageId === '' ? '' : `${imageId}.`}${hash.digest('base64url')}.png`;
  };

  async function read(name: string): Promise<Buffer | undefined> {
    try {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path);
      return isOver(mtimeMs) ? undefined : await readFile(path);
    } catch {
      return undefined;
    }
  }
  const isOver = (mtimeMs: number) => mtimeMs < clock().getTime() - keptMs;

  async function keep(name: string, picture: Buffer): Promise<void> {
    const unfinished = join(folder, `${randomUUID()}.part`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(unfinished, picture, { mode: 0o600 });
      await rename(unfinished, join(folder, name));
      await tidy();
    } catch (error) {
      console.warn('a drawn picture is not kept:', loggedError(error as Error).message);
      await rm(unfinished, { force: true }).catch(() => undefined);
    }
  }

  const names = () => readdir(folder).catch((): string[] => []);
  const drop = (name: string) => rm(join(folder, name), { force: true });

  /** Removes expired files, and the oldest beyond `most`. */
  async function tidy(): Promise<void> {
    const now = clock().getTime();
    const all = await names();
    if (all.length <= most && now - tidiedAt < hourMs) return;
    tidiedAt = now;
    const files = await Promise.all(
      all.map(async (name) => {
        const found = await stat(join(folder, name)).catch(() => undefined);
        return { name, mtimeMs: found?.mtimeMs ?? 0 };
      }),
    );
    const newestFirst = files.toSorted((one, other) => other.mtimeMs - one.mtimeMs);
    for (const [index, { name, mtimeMs }] of newestFirst.entries()) {
      if (index >= most || isOver(mtimeMs)) await drop(name);
    }
  }

  const drawInTurn = (name: string, draw: Drawing['draw']) =>
    inTurn(async () => {
      const picture = await draw();
      if (picture) await keep(name, picture);
      return picture;
    }).finally(() => underWay.delete(name));

  return {
    /** The picture as PNG; undefined if it cannot be drawn. Concurrent requests for the same picture draw it once. */
    async find(drawing: Drawing): Promise<Buffer | undefined> {
      const name = nameOf(drawing);
      const known = underWay.get(name) ?? (await read(name)) ?? underWay.get(name);
      if (known) return known;
      if (!budget.take(drawing.address)) {
        const { retryAfterSeconds } = budget;
        throw refuse('TooManyRequests', tooManyMessage, { retryAfterSeconds });
      }
      const picture = drawInTurn(name, drawing.draw);
      underWay.set(name, picture);
      return picture;
    },

    /** Removes drawings that show a stored picture that was deleted. */
    async dropOf(imageId: string): Promise<void> {
      for (const name of await names()) {
        if (name.startsWith(`${imageId}.`)) await drop(name);
      }
    },

    /** Removes expired files. */
    async tidy(): Promise<void> {
      tidiedAt = Number.NEGATIVE_INFINITY;
      await tidy();
    },
  };
};
export type Drawings = ReturnType<typeof drawings>;
