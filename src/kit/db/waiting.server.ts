/** What a start or a command waits for, in Japanese and English. */
export type Awaited = { ja: string; en: string };

const firstLineAfterMs = 10_000;

/**
 * Runs `work`, and prints what it waits for if it takes long: after 10 seconds, and whenever the time has tripled. No
 * limit: a busy machine is no error.
 */
export async function withWaitMessages<Result>(
  { ja, en }: Awaited,
  work: () => Promise<Result>,
  {
    firstMs = firstLineAfterMs,
    say = (line: string) => void process.stderr.write(`${line}\n`),
  } = {},
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const sayAfter = (ms: number, tookMs: number) => {
    timer = setTimeout(() => {
      const seconds = Math.round((tookMs + ms) / 1000);
      say(
        `${ja}を待っています（${seconds}秒たちました）。 / Waiting for ${en} (${seconds} s so far).`,
      );
      sayAfter(2 * (tookMs + ms), tookMs + ms);
    }, ms).unref();
  };
  sayAfter(firstMs, 0);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
