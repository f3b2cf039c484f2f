import { createStore, del, entries, keys, set } from 'idb-keyval';

/** A photo that is not acknowledged yet. */
export type WaitingPicture = {
  /** Key in the store: person, application, and when it was taken. */
  key: string;
  itemId: string;
  file: Blob;
  /** Why the server refused it; '' while it waits to be sent. */
  problem: string;
};
type Owner = { uid: string; appraisalId: string };

/** Opened at first use: there is no IndexedDB on the server. */
let store: ReturnType<typeof createStore> | undefined;
const openStore = () => {
  store ??= createStore('tasuki-appraising', 'pictures');
  return store;
};

/** Photos that this device could not store (private windows, full disks). They last until a reload. */
const inMemory = new Map<string, WaitingPicture>();

const keyPrefix = ({ uid, appraisalId }: Owner) => `${uid}.${appraisalId}.`;

let lastMs = 0;

/** A key that sorts after the application's earlier photos, even of the same millisecond. */
export function pictureKey(owner: Owner, takenAtMs: number, id: string): string {
  lastMs = Math.max(lastMs + 1, takenAtMs);
  return `${keyPrefix(owner)}${String(lastMs).padStart(15, '0')}.${id}`;
}

/** The photos of an application that a person took on this device, in order. */
export async function readPictures(owner: Owner): Promise<WaitingPicture[]> {
  const kept = await entries<string, WaitingPicture>(openStore()).catch(() => []);
  return [...kept, ...inMemory]
    .filter(([key]) => key.startsWith(keyPrefix(owner)))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, picture]) => picture);
}

/** Stores a photo, or replaces its stored entry. */
export async function storePicture(picture: WaitingPicture): Promise<void> {
  try {
    await set(picture.key, picture, openStore());
  } catch {
    inMemory.set(picture.key, picture);
  }
}

export async function dropPicture(key: string): Promise<void> {
  inMemory.delete(key);
  await del(key, openStore()).catch(() => {});
}

/** The application of each photo on this device that this person has not sent. */
export async function unsentPictures(uid: string): Promise<string[]> {
  const kept = await keys<string>(openStore()).catch(() => []);
  const start = `${uid}.`;
  return [...kept, ...inMemory.keys()]
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length).split('.')[0] ?? '');
}
