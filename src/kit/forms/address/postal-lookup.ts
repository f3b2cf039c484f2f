/** An address of a postal code; `line2` is empty unless the code is a company's own. */
export type PostalCandidate = { prefecture: string; line1: string; line2: string };

/** The file for a three-digit prefix, as written by scripts/build-postal-data.ts. */
type PostalFile = {
  cities: [prefecture: string, city: string][];
  rows: [lastFourDigits: string, city: number, area?: string, street?: string][];
};

/** By this time a person starts typing the address by hand. */
const lookUpTimeoutMs = 8000;

/** The candidates of seven digits in one prefix's file. */
export function candidatesIn(file: PostalFile, digits: string): PostalCandidate[] {
  return file.rows
    .filter(([lastFour]) => lastFour === digits.slice(3))
    .map(([, index, area = '', line2 = '']) => {
      const [prefecture, city] = file.cities[index] ?? ['', ''];
      return { prefecture, line1: city + area, line2 };
    });
}

const files = new Map<string, Promise<PostalFile | undefined>>();

/**
 * The addresses of seven digits: several where a code spans towns, none if it is unknown, 'unavailable' if loading
 * fails. Files are cached for the life of the page; failures are not, so that the next attempt retries.
 */
export async function lookUpPostalCode(
  digits: string,
  load: typeof fetch = fetch,
): Promise<PostalCandidate[] | 'unavailable'> {
  const prefix = digits.slice(0, 3);
  let file = files.get(prefix);
  if (!file) {
    file = loadFile(prefix, load);
    files.set(prefix, file);
    file.catch(() => files.delete(prefix));
  }
  try {
    const found = await file;
    return found ? candidatesIn(found, digits) : [];
  } catch {
    return 'unavailable';
  }
}

/** Undefined when no postal code starts with the prefix. */
async function loadFile(prefix: string, load: typeof fetch): Promise<PostalFile | undefined> {
  const response = await load(`/postal/${prefix}.json`, {
    signal: AbortSignal.timeout(lookUpTimeoutMs),
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`Postal data answered ${response.status}`);
  return response.json();
}
