import autocannon from 'autocannon';

export type Contender = {
  name: string;
  url: string;
  headers?: Record<string, string>;
  /** Parallel requests, 20 by default: those for one page share one rendering. */
  connections?: number;
};

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Requests per second of each contender: the median of several rounds in which all take turns, so that
 * whatever else the machine does affects all of them alike. Any status but 200 fails the run.
 */
export async function interleavedRates(
  contenders: Contender[],
  { rounds = 3, seconds = 3 } = {},
): Promise<Map<string, number>> {
  const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, url, headers, connections = 20 } of contenders) {
      const result = await autocannon({ url, headers, connections, duration: seconds });
      if (result.non2xx > 0 || result.errors > 0) {
        throw new Error(
          `${name}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`,
        );
      }
      rates.get(name)?.push(result.requests.average);
    }
  }
  return new Map([...rates].map(([name, values]) => [name, median(values)]));
}
