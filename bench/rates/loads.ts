import pg from 'pg';
import { type KeptSession, keepSession } from '#bench/session.ts';
import { databaseUrlOf } from '#test/server-process.ts';

async function rowsOf<Row extends pg.QueryResultRow>(
  dataDir: string,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await databaseUrlOf(dataDir) });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A session of the sample's operator. */
export async function operatorOf(origin: string, dataDir: string): Promise<KeptSession> {
  const [settings] = await rowsOf<{
    value: { signIns: { role: string; email: string; password: string }[] };
  }>(dataDir, `select value from settings where key = 'sample'`);
  const signIn = settings?.value.signIns.find(({ role }) => role === 'operator');
  return keepSession(origin, signIn?.email ?? '', signIn?.password ?? '');
}

/** Pages of 72 organisations. */
export async function associatePaths(dataDir: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    dataDir,
    'select id from associates where is_listed order by id limit 72',
  );
  return rows.map(({ id }) => `/associate/${id}`);
}

/** Lua script that requests these in random order. */
export const askAtRandom = (paths: readonly string[]) => `
local paths = { ${paths.map((path) => JSON.stringify(path)).join(', ')} }
math.randomseed(os.time())
request = function() return wrk.format("GET", paths[math.random(#paths)]) end`;

/** Words in the name and summary of each organisation: a search for two of the same one finds something. */
export async function wordsOfAssociates(dataDir: string): Promise<string[][]> {
  const rows = await rowsOf<{ text: string }>(
    dataDir,
    'select name || summary as text from associates where is_listed order by id limit 72',
  );
  return rows.map(({ text }) => {
    const letters = [...text].filter((letter) => /[\p{L}\p{N}]/u.test(letter)).slice(0, 40);
    return letters.slice(0, -2).map((_, at) => letters.slice(at, at + 2 + (at % 2)).join(''));
  });
}

const searchFor = (words: readonly string[]) =>
  `/search?keyword=${encodeURIComponent(words.join(' '))}`;

/** Lua script with hardly a keyword twice, from changing addresses, since one address would be rate-limited. */
export const askForAnything = (words: readonly string[][]) => `
local words = { ${words.map((own) => `{ ${own.map((word) => JSON.stringify(encodeURIComponent(word))).join(', ')} }`).join(', ')} }
math.randomseed(os.time())
request = function()
  local own = words[math.random(#words)]
  local path = "/search?keyword=" .. own[math.random(#own)] .. "%20" .. own[math.random(#own)]
  local from = "10." .. math.random(255) .. "." .. math.random(255) .. "." .. math.random(255)
  return wrk.format("GET", path, { ["accept-encoding"] = "br", ["x-forwarded-for"] = from })
end`;

/** The same for a generator without scripts, one after another. */
export const someSearches = (words: readonly string[][]) =>
  words.flatMap((own) => own.flatMap((one) => own.map((other) => searchFor([one, other]))));
